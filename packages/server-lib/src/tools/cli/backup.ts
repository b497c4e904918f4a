import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { secretPath } from '../../base/crypto/secret.js';
import { isPostgresUrl } from '../../db/open-store.js';
import { parsePostgresUrl } from '../../db/postgres/postgres-url.js';
import { companionSuffixes, copyDatabase, removeDatabase, syncFile } from '../../db/sqlite/copy-database.js';
import type { CommandCall } from './command.js';
import { CommandFailure, systemErrorCode, usageError } from './command-failure.js';
import { inspectDatabase, requireFile } from './database-file.js';
import { databaseSetting } from './serve-settings.js';

/** `askwell backup`. */
export async function backup({ argument, settings, io }: CommandCall): Promise<number> {
  const source = databaseSetting(settings);
  if (isPostgresUrl(source)) throw new CommandFailure(useDump(source));
  requireFile(source);
  const target = checkTarget(resolve(argument), source, settings.has('force'));
  const freePagesReason = await copyInto(source, target);
  io.stdout.write(
    `Backed up ${basename(source)} to ${argument}: ${formatSize(target)}, checked.\n${secretReminder(source)}\n`,
  );
  if (freePagesReason !== undefined) {
    io.stdout.write(
      `The backup includes free pages of ${basename(source)}, which can contain deleted data (${freePagesReason}).\n`,
    );
  }
  return 0;
}

function useDump(database: string): string {
  const { schema } = parsePostgresUrl(database);
  const tables = `${schema === undefined ? '*' : `"${schema}"`}.askwell_*`.replaceAll("'", "'\\''");
  return (
    '"askwell backup" copies SQLite files. Back up PostgreSQL with: ' +
    `pg_dump --format=custom --table='${tables}' --file=askwell.dump "$URL" ` +
    '($URL is the URL of the database without the parameter "schema").'
  );
}

/**
 * Returns the real path of the backup.
 *
 * @throws {CommandFailure} If a backup cannot be written there.
 */
function checkTarget(file: string, source: string, force: boolean): string {
  const folder = dirname(file);
  if (!existsSync(folder)) throw new CommandFailure(`The folder ${folder} does not exist. Create it first.`);
  const target = join(realpathSync(folder), basename(file));
  const database = realpathSync(source);
  const databaseFiles = [
    database,
    ...companionSuffixes.map((suffix) => database + suffix),
    realPath(secretPath(database)),
  ];
  if (databaseFiles.includes(realPath(target))) {
    throw usageError(`${file} is part of the database. Choose another name for the backup.`);
  }
  if (existsSync(target) && !statSync(target).isFile())
    throw new CommandFailure(`${file} exists and is not a file. Choose another name.`);
  const taken = [target, ...companionSuffixes.map((suffix) => target + suffix)].find((path) => existsSync(path));
  if (taken !== undefined && !force) {
    throw new CommandFailure(`${taken} already exists. Choose another name, or pass --force to overwrite it.`);
  }
  return target;
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Writes the backup. Returns why it includes the free pages of the source; undefined if it does not. */
async function copyInto(source: string, target: string): Promise<string | undefined> {
  const draft = `${target}.${randomBytes(4).toString('hex')}.part`;
  try {
    const { findings, freePagesReason } = await inspectDatabase(source, (database) => copyDatabase(database, draft));
    if (findings.length > 0) {
      throw new CommandFailure(`No backup was made, because the copy is damaged: ${findings[0]} See "askwell check".`);
    }
    // SQLite would read the WAL of another database as the WAL of the backup.
    for (const suffix of companionSuffixes) rmSync(target + suffix, { force: true });
    renameSync(draft, target);
    syncFile(dirname(target));
    return freePagesReason;
  } catch (error) {
    removeDatabase(draft);
    throw explainWriteFailure(error, target);
  }
}

function explainWriteFailure(error: unknown, target: string): unknown {
  const code = systemErrorCode(error);
  if (/^(EACCES|EPERM|EROFS)$/.test(code))
    return new CommandFailure(`Cannot write to ${dirname(target)} (${code}). Check its permissions.`);
  if (/^(ENOSPC|EDQUOT|EFBIG|EIO|SQLITE_FULL|SQLITE_IOERR.*)$/.test(code)) {
    return new CommandFailure(
      `Cannot write the backup to ${dirname(target)} (${code}). Check the free space and the disk.`,
    );
  }
  return error;
}

function formatSize(file: string): string {
  const bytes = statSync(file).size;
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function secretReminder(source: string): string {
  const file = secretPath(source);
  return existsSync(file)
    ? `The backup does not contain the secret. Keep a copy of ${file} too, in another place than the backups.`
    : 'The backup does not contain the secret. Keep a copy of the value of ASKWELL_SECRET or SECRET too, in another place than the backups.';
}
