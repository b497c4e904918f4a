import { randomBytes } from 'node:crypto';
import { faultOf } from '../../base/faults/zod-faults.js';
import { tryCheck } from '../../base/validation/check.js';
import { assembleServices, type Services } from '../../instance/assemble-services.js';
import { Scope } from '../../owners/access/scope.js';
import { selectAccountByEmail } from '../../owners/accounts/account-queries.js';
import { newPasswordSchema } from '../../owners/accounts/password-schema.js';
import { findPasswordWeakness } from '../../owners/accounts/password-strength.js';
import { foldEmail } from '../../owners/accounts/registration-schema.js';
import { selectKeys } from '../../owners/keys/key-queries.js';
import { describeFault, type Fault } from '../../shared/faults/fault.js';
import { askNewPassword } from './ask-password.js';
import type { Command, CommandIo } from './command.js';
import { CommandFailure } from './command-failure.js';
import { requireDatabase } from './database-file.js';
import { describeAccess } from './describe-access.js';
import { createJsonLogger } from './json-logger.js';
import { databaseFlags, databaseSetting } from './serve-settings.js';

export const resetPassword: Command = {
  name: 'reset-password',
  argument: 'EMAIL',
  summary: 'sets a new password for the account of EMAIL',
  details: [
    'Asks for the new password twice, without showing it, or reads it as one line from standard input. All sessions of',
    'the account end. Its API keys are listed, and keep working unless you pass --revoke-keys, which also deletes webhooks',
    'and results links. A server may be running.',
  ],
  flags: [
    ...databaseFlags,
    { name: 'revoke-keys', help: 'deletes all API keys, webhooks and results links of the account' },
  ],
  async run({ argument: email, settings, io }) {
    const database = databaseSetting(settings);
    await requireDatabase(database);
    // Standard output lists the changes, so that no information is logged.
    const logger = { ...createJsonLogger((line) => io.stderr.write(line)), info() {} };
    // Hashing a password needs no secret. A temporary one keeps the command from creating the file.
    const secret = randomBytes(32).toString('hex');
    const services = assembleServices({ database, logger, secret }, { isCommand: true });
    try {
      io.stdout.write(await reset(services, email, settings.has('revoke-keys'), io));
    } finally {
      await services.close();
    }
    return 0;
  },
};

/** Resets the password and returns the text that reports it. */
async function reset(
  { store, accounts, sessions }: Services,
  email: string,
  revokeKeys: boolean,
  io: CommandIo,
): Promise<string> {
  const account = await store.read(selectAccountByEmail(foldEmail(email)));
  if (!account) throw unknownAccount(email);
  const entered = await askNewPassword(io.stdin, (text) => io.stderr.write(text));
  const { data, error } = tryCheck(newPasswordSchema, entered);
  if (data === undefined) throw invalidPassword(error.issues.map(faultOf));
  const weakness = findPasswordWeakness(data, account);
  if (weakness !== undefined) throw invalidPassword([weakness]);
  const ended = await sessions.list(account.id);
  const keys = await store.read(selectKeys(Scope.grant(account.id, null)));
  if (!(await accounts.resetPassword(email, data, revokeKeys))) throw unknownAccount(email);
  const access = describeAccess({ sessions: ended, keys, revokeKeys });
  return `The password of ${email} was changed. All sessions ended.\n${access}`;
}

function unknownAccount(email: string): CommandFailure {
  return new CommandFailure(`No account has the email ${email}.`);
}

function invalidPassword(faults: readonly Fault[]): CommandFailure {
  return new CommandFailure(`Invalid password. ${faults.map(describeFault).join(' ')}`);
}
