import { randomBytes } from 'node:crypto';
import type { QuotaOptions } from '../../core/quota-options.js';
import { assembleServices, type Services } from '../../instance/assemble-services.js';
import { Scope } from '../../owners/access/scope.js';
import { selectAccountByEmail, selectAccountByHostUser } from '../../owners/accounts/account-queries.js';
import { foldEmail } from '../../owners/accounts/registration-schema.js';
import type { CommandIo } from './command.js';
import { CommandFailure } from './command-failure.js';
import { requireDatabase } from './database-file.js';
import { createJsonLogger } from './json-logger.js';

/** The account that an export or import is for. */
export interface TransferAccount {
  readonly database: string;
  /** An email, or `user:` and the host's own ID of a user. */
  readonly email: string;
  readonly quotas?: QuotaOptions;
}

/**
 * Opens a database that a server may be using, finds an account, and closes the database again.
 *
 * @throws {CommandFailure} If there is no such database or account.
 */
export async function withAccount(
  { database, email, quotas = {} }: TransferAccount,
  io: CommandIo,
  use: (transfer: Services['transfer'], scope: Scope) => Promise<void>,
): Promise<void> {
  await requireDatabase(database);
  // Standard output has the result, so that no information is logged.
  const logger = { ...createJsonLogger((line) => io.stderr.write(line)), info() {} };
  // Exports have the hashes that the database has. A temporary secret keeps the command from creating the file.
  const secret = randomBytes(32).toString('hex');
  const services = assembleServices({ database, logger, secret, quotas }, { isCommand: true });
  try {
    const account = await services.store.read(selectNamedAccount(email));
    if (!account) throw unknownAccount(email);
    await use(services.transfer, Scope.grant(account.id, null));
  } finally {
    await services.close();
  }
}

/** The prefix of the ID of a host user. It contains a colon, so that no email starts with it. */
const userPrefix = 'user:';

function selectNamedAccount(name: string) {
  return name.startsWith(userPrefix)
    ? selectAccountByHostUser(name.slice(userPrefix.length))
    : selectAccountByEmail(foldEmail(name));
}

function unknownAccount(name: string): CommandFailure {
  const what = name.startsWith(userPrefix) ? `ID ${name.slice(userPrefix.length)}` : `email ${name}`;
  return new CommandFailure(`No account has the ${what}.`);
}
