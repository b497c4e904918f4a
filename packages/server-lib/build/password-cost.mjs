// A password hash takes 0.25 s of processor time, and most tests register an account.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = '/src/owners/access/password-cost.ts';
const literal = 'logN: 15';

// Without the file, the plugin would do nothing, and all tests would be slow.
if (!existsSync(fileURLToPath(new URL(`..${source}`, import.meta.url))))
  throw new Error(`${source} does not exist. Name the file that has the cost of passwords.`);

/** The plugin for vitest. It hashes passwords at a low cost. Tests of the hashes set `PASSWORD_COST` to `full`. */
export const cheapPasswordsForVite = {
  name: 'askwell-cheap-passwords',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith(source)) return undefined;
    if (!code.includes(literal)) throw new Error(`password-cost.ts no longer contains ${literal}.`);
    const cheap = "get logN() { return process.env.PASSWORD_COST === 'full' ? 15 : 6; }";
    return { code: code.replace(literal, cheap), map: null };
  },
};
