import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db';
import { apiKey } from 'better-auth/plugins';
import Database from 'better-sqlite3';
import { callsPerSecond } from '../timing.js';

/**
 * The API key plugin of better-auth with the same driver. It writes the time of each use; WAL with relaxed syncs avoids
 * waiting for the disk.
 */
export const open = async (/** @type {{ database: string }} */ { database }) => {
  const handle = new Database(database);
  handle.pragma('journal_mode = WAL');
  const options = {
    database: handle,
    baseURL: 'http://localhost',
    secret: 'only-for-measurements-0123456789abcdef',
    emailAndPassword: { enabled: true },
    logger: { disabled: true },
    telemetry: { enabled: false },
    plugins: [apiKey({ rateLimit: { enabled: false } })],
  };
  await (await getMigrations(options)).runMigrations();
  const auth = betterAuth(options);
  /** @type {string[]} */
  const keys = [];

  return {
    /** @param {{ count: number }} wanted */
    async fill({ count }) {
      const { user } = await auth.api.signUpEmail({
        body: { name: 'Owner', email: 'owner@example.com', password: 'correct horse battery' },
      });
      for (let at = 0; at < count; at++) {
        const made = await auth.api.createApiKey({ body: { userId: user.id, name: `Key ${at}` } });
        keys.push(made.key);
      }
      return keys.length;
    },
    /** @param {{ calls: number }} measure */
    run({ calls }) {
      return callsPerSecond(calls, async (at) => {
        const { valid } = await auth.api.verifyApiKey({ body: { key: keys[at % keys.length] ?? '' } });
        if (!valid) throw new Error('A key was refused.');
      });
    },
    close: () => handle.close(),
  };
};
