// A password hash takes 0.25 s of processor time, and most tests register an account.
const source = /[\\/]sign-in[\\/]password-cost\.ts$/;
const literal = 'logN: 15';

/** The plugin for vitest. It hashes passwords at a low cost. Tests of the hashes set `PASSWORD_COST` to `full`. */
export const cheapPasswordsForVite = {
  name: 'askwell-cheap-passwords',
  enforce: 'pre',
  transform(code, id) {
    if (!source.test(id)) return undefined;
    if (!code.includes(literal)) throw new Error(`password-cost.ts no longer contains ${literal}.`);
    const cheap = "get logN() { return process.env.PASSWORD_COST === 'full' ? 15 : 6; }";
    return { code: code.replace(literal, cheap), map: null };
  },
};
