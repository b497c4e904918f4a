import { randomBytes } from 'node:crypto';
import { Scope } from '../../access/scope.js';
import { accountByEmail } from '../../accounts/account-queries.js';
import { weaknessOf } from '../../accounts/password-strength.js';
import { foldEmail, newPassword } from '../../accounts/registration-schema.js';
import { assembleServices, type Services } from '../../assemble-services.js';
import { describeFault, type Fault } from '../../faults/fault.js';
import { faultOf } from '../../faults/zod-faults.js';
import { keysOf } from '../../keys/key-queries.js';
import type { Command } from '../command.js';
import { CommandFailure } from '../command-failure.js';
import { requireDatabase } from '../database-file.js';
import { createJsonLogger } from '../serve/json-logger.js';
import { databaseFlag, databaseSetting } from '../serve/serve-settings.js';
import { askNewPassword } from './ask-password.js';
import { describeAccess } from './describe-access.js';

export const resetPassword: Command = {
  name: 'reset-password',
  argument: 'EMAIL',
  summary: 'gives the account of EMAIL a new password',
  details: [
    'Asks for a new password twice, without showing it, or reads it as one line from standard input. All sessions of',
    'the account end. Its API keys are listed and go on working unless you give --revoke-keys. A server may be running',
    'meanwhile.',
  ],
  flags: [databaseFlag, { name: 'revoke-keys', help: 'deletes all API keys of the account' }],
  async run({ argument: email, settings }) {
    const database = databaseSetting(settings);
    requireDatabase(database);
    // The list of what was done is on standard output.
    const logger = { ...createJsonLogger((line) => process.stderr.write(line)), info() {} };
    // Passwords are not keyed with it: this one is for the moment, and leaves no file behind.
    const secret = randomBytes(32).toString('hex');
    const services = assembleServices({ database, logger, secret }, undefined, true);
    try {
      process.stdout.write(await reset(services, email, settings.has('revoke-keys')));
    } finally {
      await services.close();
    }
    return 0;
  },
};

/** Resets the password and returns what is to be told about it. */
async function reset({ store, accounts, sessions }: Services, email: string, revokeKeys: boolean): Promise<string> {
  const account = await store.read(accountByEmail(foldEmail(email)));
  if (!account) throw unknown(email);
  const given = await askNewPassword(process.stdin, (text) => process.stderr.write(text));
  const { data, error } = newPassword.safeParse(given);
  if (data === undefined) throw invalidPassword(error.issues.map(faultOf));
  const weakness = weaknessOf(data, account);
  if (weakness !== undefined) throw invalidPassword([weakness]);
  const ended = await sessions.list(account.id);
  const keys = await store.read(keysOf(Scope.grant(account.id, null)));
  if (!(await accounts.resetPassword(email, data, revokeKeys))) throw unknown(email);
  const access = describeAccess({ sessions: ended, keys, revokeKeys });
  return `${email} has a new password, and has to sign in with it everywhere.\n${access}`;
}

function unknown(email: string): CommandFailure {
  return new CommandFailure(`Nobody is registered as ${email}.`);
}

function invalidPassword(faults: readonly Fault[]): CommandFailure {
  return new CommandFailure(`Invalid password. ${faults.map(describeFault).join(' ')}`);
}
