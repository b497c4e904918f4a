import { randomBytes } from 'node:crypto';
import { accountByEmail } from '../accounts/record.js';
import { foldEmail, newPassword } from '../accounts/schema.js';
import { assemble, type House } from '../assemble.js';
import { askNewPassword } from './ask-password.js';
import type { Command } from './command.js';
import { demandDatabase } from './database-file.js';
import { CommandFailure } from './failures.js';
import { createJsonLogger } from './json-logger.js';
import { databaseFlag, databaseSetting } from './settings.js';

export const resetPassword: Command = {
  name: 'reset-password',
  argument: 'EMAIL',
  summary: 'gives the account of EMAIL a new password',
  details: [
    'Asks for a new password twice, without showing it, or reads it as one line from standard input. Whoever is signed',
    'in to the account has to sign in again. A server may be running meanwhile.',
  ],
  flags: [databaseFlag],
  async run({ argument: email, given }) {
    const database = databaseSetting(given);
    demandDatabase(database);
    const logger = createJsonLogger((line) => process.stderr.write(line));
    // Passwords are not keyed with it: this one is for the moment, and leaves no file behind.
    const secret = randomBytes(32).toString('hex');
    const house = assemble({ database, logger, secret }, undefined, false);
    try {
      await reset(house, email);
    } finally {
      await house.close();
    }
    process.stdout.write(`${email} has a new password, and has to sign in with it everywhere.\n`);
    return 0;
  },
};

async function reset({ store, accounts }: House, email: string): Promise<void> {
  if (!(await store.read(accountByEmail(foldEmail(email))))) throw unknown(email);
  const given = await askNewPassword(process.stdin, (text) => process.stderr.write(text));
  const { data, error } = newPassword.safeParse(given);
  if (data === undefined) throw new CommandFailure(`The password was not taken. It ${reasonIn(error)}`);
  if (!(await accounts.resetPassword(email, data))) throw unknown(email);
}

function unknown(email: string): CommandFailure {
  return new CommandFailure(`Nobody is registered as ${email}.`);
}

/** Reasons speak of a field: "Needs at least 8 characters." */
function reasonIn(error: { issues: readonly { message: string }[] }): string {
  const reason = error.issues[0]?.message ?? 'Is not valid.';
  return reason.charAt(0).toLowerCase() + reason.slice(1);
}
