import { existsSync } from 'node:fs';
import { secretPath } from '../../base/crypto/secret.js';
import { isPostgresUrl } from '../../db/open-store.js';
import { parseDatabase } from '../../instance/options/setting-parsers.js';
import { cancelMove, move as moveDatabase } from '../move/move.js';
import { MoveError } from '../move/move-events.js';
import type { CommandCall, CommandIo } from './command.js';
import { CommandFailure, usageError } from './command-failure.js';
import { compareSecret } from './compare-secret.js';
import { databaseName, inspectDatabase, inspectPostgresDatabase } from './database-file.js';
import type { ParsedSettings } from './parsed-settings.js';
import { createMoveReport } from './report-move.js';
import { type NamedSecret, namedSecretSetting } from './serve-settings.js';

/** `askwell move`. */
export async function moveCommand({ settings, io }: CommandCall): Promise<number> {
  const from = settings.flag('from', parseDatabase);
  const to = settings.flag('to', parseDatabase);
  if (from === undefined) throw usageError('Missing flag --from DATABASE. See "askwell move --help".');
  if (settings.has('cancel')) {
    if (to !== undefined) throw usageError('--cancel cannot be combined with --to.');
    return explained(io, () => cancel(from, io));
  }
  if (to === undefined) throw usageError('Missing flag --to DATABASE. See "askwell move --help".');
  return explained(io, () => run({ from, to, settings, io }));
}

interface MoveCall {
  readonly from: string;
  readonly to: string;
  readonly settings: ParsedSettings;
  readonly io: CommandIo;
}

async function run({ from, to, settings, io }: MoveCall): Promise<void> {
  await requireAskwell(from);
  const secret = namedSecretSetting(settings);
  await moveDatabase({
    from,
    to,
    checkSecret: (fingerprint) => requireSecret(from, secret, fingerprint),
    report: createMoveReport(databaseName(from), databaseName(to), io.stdout),
  });
  io.stdout.write(
    `Moved ${databaseName(from)} to ${databaseName(to)}. Start the servers with the new database and ${describeSecret(from, secret)}.\n` +
      `Servers do not open ${databaseName(from)} any more. Keep it until you have a backup of the new database.\n`,
  );
}

async function cancel(from: string, io: CommandIo): Promise<void> {
  await requireAskwell(from);
  const { other } = await cancelMove(from);
  io.stdout.write(
    `${databaseName(from)} can be used again. It does not have what was changed in ${other} since the move.\n`,
  );
}

/** Checks that there is a database to move, so that a mistyped path or URL creates none. */
async function requireAskwell(database: string): Promise<void> {
  if (isPostgresUrl(database)) await inspectPostgresDatabase(database, async () => {});
  else await inspectDatabase(database, () => {});
}

/** Checks that the operator has the secret that the servers of the target need. */
function requireSecret(database: string, secret: NamedSecret | undefined, fingerprint: string | undefined): void {
  const { findings, note } = compareSecret(database, secret, fingerprint);
  const problem = findings[0] ?? note;
  if (problem !== undefined) throw new CommandFailure(`Nothing was moved. ${problem}`);
}

function describeSecret(from: string, secret: NamedSecret | undefined): string {
  const file = isPostgresUrl(from) ? undefined : secretPath(from);
  if (secret !== undefined || file === undefined || !existsSync(file)) return 'the same ASKWELL_SECRET or SECRET';
  return `the content of ${file} as ASKWELL_SECRET`;
}

/** Prints what a failed move found, and turns its error into a failure of the command. */
async function explained(io: CommandIo, action: () => Promise<void>): Promise<number> {
  try {
    await action();
    return 0;
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    for (const finding of error.findings) io.stdout.write(`${finding}\n`);
    throw new CommandFailure(error.message);
  }
}
