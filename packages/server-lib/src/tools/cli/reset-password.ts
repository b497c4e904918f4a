import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { formatTimestamp, type Micros } from '../../base/clock.js';
import { faultOf } from '../../base/faults/zod-faults.js';
import { tryCheck } from '../../base/validation/check.js';
import { count } from '../../dashboard/components.js';
import { assembleServices, type Services } from '../../instance/assemble-services.js';
import { Scope } from '../../owners/access/scope.js';
import type { SessionRow } from '../../owners/access/session-queries.js';
import { selectAccountByEmail } from '../../owners/accounts/account-queries.js';
import { newPasswordSchema } from '../../owners/accounts/password-schema.js';
import { findPasswordWeakness } from '../../owners/accounts/password-strength.js';
import { foldEmail } from '../../owners/accounts/registration-schema.js';
import { maskKey } from '../../owners/keys/key-format.js';
import { type KeyRow, selectKeys } from '../../owners/keys/key-queries.js';
import { describeFault, type Fault } from '../../shared/faults/fault.js';
import type { CommandCall, CommandIo } from './command.js';
import { CommandFailure } from './command-failure.js';
import { requireDatabase } from './database-file.js';
import { createJsonLogger } from './json-logger.js';
import { databaseSetting } from './serve-settings.js';

/** `askwell reset-password`. */
export async function resetPassword({ argument: email, settings, io }: CommandCall): Promise<number> {
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
}

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

/**
 * Reads a new password. A person at a terminal types it twice, without echo; a program sends one line.
 *
 * @throws {CommandFailure} If no password was entered, or the two passwords differ.
 */
async function askNewPassword(input: CommandIo['stdin'], print: (text: string) => void): Promise<string> {
  const terminal = input.isTTY === true;
  const lines = createInterface({ input, output: discardingStream(), terminal });
  const nextLine = lineReader(lines);
  try {
    if (!terminal) return await nextLine();
    print('New password: ');
    const password = await nextLine();
    print('\nRepeat the password: ');
    const again = await nextLine();
    print('\n');
    if (password !== again) throw new CommandFailure('The passwords do not match. Nothing was changed.');
    return password;
  } finally {
    lines.close();
  }
}

/** Returns a function that reads the next line, even if it was typed ahead. */
function lineReader(lines: ReturnType<typeof createInterface>): () => Promise<string> {
  const iterator = lines[Symbol.asyncIterator]();
  return async () => {
    const { done, value } = await iterator.next();
    if (done) throw new CommandFailure('No password was entered. Nothing was changed.');
    return value;
  };
}

/** A stream that hides what is typed. */
function discardingStream(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** The sessions and API keys of an account before its password was reset. */
interface Access {
  readonly sessions: readonly SessionRow[];
  readonly keys: readonly KeyRow[];
  /** Whether the keys were deleted. */
  readonly revokeKeys: boolean;
}

/** Lists the sessions that ended and the API keys that still work or were deleted, a line each. */
function describeAccess({ sessions, keys, revokeKeys }: Access): string {
  const lines = [
    sessions.length === 0 ? 'No sessions were open.' : `${count(sessions.length, 'session', 'sessions')} ended:`,
    ...sessions.map(({ agent, seen_at }) => `  ${printable(agent)}, last used ${lastUsed(seen_at)}`),
    describeKeys(keys.length, revokeKeys),
    ...keys.map((key) => `  ${maskKey(key)}  ${printable(key.name)}, last used ${lastUsed(key.last_used_at)}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function describeKeys(keys: number, revokeKeys: boolean): string {
  if (keys === 0) return 'The account has no API keys.';
  if (revokeKeys) return `${count(keys, 'API key was', 'API keys were')} deleted:`;
  return `${count(keys, 'API key still works', 'API keys still work')}. Delete keys in the dashboard, or all of them with --revoke-keys:`;
}

function lastUsed(at: Micros | null): string {
  return at === null ? 'never' : formatTimestamp(at);
}

/** Removes control characters, which could change what the terminal shows. Owners choose the names of keys. */
function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');
}
