import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { secretPath } from '../../options/secret.js';
import { companions, copyDatabase, removeDatabase, syncFile } from '../../store/sqlite/files/copy-database.js';
import type { Command } from '../command.js';
import { CommandFailure, systemErrorCode, usageError } from '../command-failure.js';
import { inspectDatabase, requireDatabase } from '../database-file.js';
import { databaseFlag, databaseSetting } from '../serve/serve-settings.js';

export const backup: Command = {
  name: 'backup',
  argument: 'FILE',
  summary: 'copies the database, which may be in use, to FILE',
  details: [
    'Copies the database to FILE while others go on reading and writing it, checks the copy and only then gives it its',
    'name. What was acknowledged before the backup began is in it, and nothing of what was deleted. The secret is not:',
    'it stands in a file of its own beside the database, or in SECRET, and has to be kept as well. FILE needs twice',
    'the room while it is written.',
  ],
  flags: [databaseFlag, { name: 'force', help: 'overwrites FILE if it is there' }],
  async run({ argument, settings }) {
    const source = databaseSetting(settings);
    requireDatabase(source);
    const target = checkTarget(resolve(argument), source, settings.has('force'));
    const whyFreePages = await copyInto(source, target);
    process.stdout.write(
      `Backed up ${basename(source)} to ${argument}: ${sizeOf(target)}, checked.\n${secretReminder(source)}\n`,
    );
    if (whyFreePages !== undefined) {
      process.stdout.write(
        `It has the free pages of ${basename(source)} too, and what was deleted there may stand in them (${whyFreePages}).\n`,
      );
    }
    return 0;
  },
};

/** The path a backup may take, with its folder's links followed. */
function checkTarget(file: string, source: string, force: boolean): string {
  const folder = dirname(file);
  if (!existsSync(folder)) throw new CommandFailure(`The folder ${folder} does not exist. Create it first.`);
  const target = join(realpathSync(folder), basename(file));
  const database = realpathSync(source);
  const own = [database, ...companions.map((suffix) => database + suffix), realPath(secretPath(database))];
  if (own.includes(realPath(target))) {
    throw usageError(`${file} belongs to the database itself. Give the backup a name of its own.`);
  }
  if (existsSync(target) && !statSync(target).isFile()) throw new CommandFailure(`${file} is there and is no file.`);
  const taken = [target, ...companions.map((suffix) => target + suffix)].find((path) => existsSync(path));
  if (taken !== undefined && !force) {
    throw new CommandFailure(`${taken} exists already. Give another name, or --force to overwrite it.`);
  }
  return target;
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Returns why the backup has the free pages of the source as well; undefined where it has none. */
async function copyInto(source: string, target: string): Promise<string | undefined> {
  const draft = `${target}.${randomBytes(4).toString('hex')}.part`;
  try {
    const { findings, whyFreePages } = await inspectDatabase(source, (database) => copyDatabase(database, draft));
    if (findings.length > 0) {
      throw new CommandFailure(`The copy is not sound, so there is no backup: ${findings[0]} See "askwell check".`);
    }
    // What another database left beside the name would be taken for this one's.
    for (const suffix of companions) rmSync(target + suffix, { force: true });
    renameSync(draft, target);
    syncFile(dirname(target));
    return whyFreePages;
  } catch (error) {
    removeDatabase(draft);
    throw whyNotWritten(error, target);
  }
}

function whyNotWritten(error: unknown, target: string): unknown {
  const code = systemErrorCode(error);
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return new CommandFailure(`${dirname(target)} can't be written to.`);
  if (/^(ENOSPC|EDQUOT|EFBIG|EIO|SQLITE_FULL|SQLITE_IOERR.*)$/.test(code)) {
    return new CommandFailure(`${dirname(target)} has too little room for a backup, or its disk fails (${code}).`);
  }
  return error;
}

function sizeOf(file: string): string {
  const bytes = statSync(file).size;
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function secretReminder(source: string): string {
  const file = secretPath(source);
  return existsSync(file)
    ? `It does not hold the secret. Keep a copy of ${file} as well, in another place than the backups.`
    : 'It does not hold the secret. Keep a copy of what SECRET is set to as well, in another place than the backups.';
}
