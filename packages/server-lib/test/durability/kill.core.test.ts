import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedCli, serveCli } from '../support/processes/spawn-cli.js';
import { soakFactor } from '../support/soak-factor.js';
import { type Acknowledged, createSite, integrityErrors, type Prepared, prepareDatabase, sitesIn } from './fixture.js';

const rounds = 5 * soakFactor;
const writers = 8;

let prepared: Prepared;
let server: ServedCli;

beforeAll(async () => {
  prepared = await prepareDatabase({ owners: rounds, keys: 1 });
  server = await serveCli(prepared.database);
});
afterAll(async () => {
  await server.stop();
  await prepared.end();
});

/** Writes as fast as possible with several writers, until the server is killed after a number of replies. */
async function writeUntilKilled(
  key: string,
  killAfter: number,
): Promise<{ acknowledged: Acknowledged; sent: string[] }> {
  const acknowledged: Acknowledged = new Map();
  const sent: string[] = [];
  async function write(writer: number): Promise<void> {
    for (let nth = 0; ; nth++) {
      const name = `${writer}.${nth}`;
      sent.push(name);
      try {
        acknowledged.set(name, await createSite(server, key, name));
      } catch (error) {
        // `fetch failed`: the server is gone. Any other error fails the test.
        if (error instanceof TypeError) return;
        throw error;
      }
      if (acknowledged.size === killAfter) server.child.kill('SIGKILL');
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await server.ended;
  return { acknowledged, sent };
}

test(`kill -9 under load loses no acknowledged write, and repeats create nothing twice, in ${rounds} rounds`, {
  timeout: 300_000,
}, async () => {
  const all: { account: number; acknowledged: Acknowledged }[] = [];
  for (const [round, { account, keys }] of prepared.owners.entries()) {
    const key = keys[0]?.raw ?? '';
    const { acknowledged, sent } = await writeUntilKilled(key, 1 + ((round * 7) % 40));
    server = await serveCli(prepared.database);
    expect(integrityErrors(prepared.database)).toEqual([]);

    const found = sitesIn(prepared.database, account);
    for (const [name, id] of acknowledged) expect([name, found.get(name)]).toEqual([name, id]);
    for (const name of found.keys()) expect(sent).toContain(name);

    // The last requests of each writer, answered or not: a repeat finds the site or creates it once.
    const last = sent.slice(-2 * writers);
    const repeated = new Map(
      await Promise.all(last.map(async (name) => [name, await createSite(server, key, name)] as const)),
    );
    const after = sitesIn(prepared.database, account);
    for (const [name, id] of repeated) {
      expect(after.get(name)).toBe(id);
      if (found.has(name)) expect(found.get(name)).toBe(id);
    }
    expect(after.size).toBe(new Set([...found.keys(), ...last]).size);
    all.push({ account, acknowledged });
  }
  for (const { account, acknowledged } of all) {
    const found = sitesIn(prepared.database, account);
    for (const [name, id] of acknowledged) expect(found.get(name)).toBe(id);
  }
});
