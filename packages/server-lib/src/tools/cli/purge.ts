import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { createClock } from '../../base/clock.js';
import { countExpiredAnswers } from '../../core/retention/due-purges.js';
import { type PurgeTotal, purgeAll } from '../../core/retention/retention.js';
import { isPostgresUrl } from '../../db/open-store.js';
import { runOperation } from '../../db/operation.js';
import { createConnection } from '../../db/sqlite/connection.js';
import { schemaVersion } from '../../db/sqlite/migrate.js';
import { minPurgesVersion } from '../../db/sqlite/migrations/index.js';
import { vacuumFile } from '../../db/sqlite/vacuum-file.js';
import { assembleServices } from '../../instance/assemble-services.js';
import type { CommandCall, CommandIo } from './command.js';
import { CommandFailure, usageError } from './command-failure.js';
import { inspectDatabase, inspectPostgresDatabase, requireDatabase } from './database-file.js';
import { createJsonLogger } from './json-logger.js';
import { databaseSetting } from './serve-settings.js';

const maxDays = 36_500;

/** `askwell purge`. */
export async function purge({ settings, io }: CommandCall): Promise<number> {
  const database = databaseSetting(settings);
  const olderThan = settings.flag('older-than', parseDays) ?? null;
  if (settings.has('vacuum')) {
    if (settings.has('dry-run')) throw usageError('--vacuum cannot be combined with --dry-run.');
    if (isPostgresUrl(database)) throw usageError('--vacuum rewrites SQLite files. PostgreSQL vacuums by itself.');
  }
  if (settings.has('dry-run')) {
    io.stdout.write(`Would delete ${describeTotal(await countExpired(database, olderThan))}.\n`);
    return 0;
  }
  await requireDatabase(database);
  io.stdout.write(`Deleted ${describeTotal(await purgeDatabase(database, olderThan, io))}.\n`);
  if (settings.has('vacuum')) {
    await vacuum(database);
    io.stdout.write(`Rewrote ${basename(database)}.\n`);
  }
  return 0;
}

async function countExpired(database: string, olderThan: number | null): Promise<PurgeTotal> {
  const operation = countExpiredAnswers(createClock().now(), olderThan);
  if (isPostgresUrl(database)) return inspectPostgresDatabase(database, ({ read }) => read(operation));
  return inspectDatabase(database, (file) => {
    // Earlier versions have no keep_answers_days.
    if (schemaVersion(file, false) < minPurgesVersion) throw outdated(database);
    return runOperation(operation, createConnection(file).execute);
  });
}

async function purgeDatabase(database: string, olderThan: number | null, io: CommandIo): Promise<PurgeTotal> {
  const logger = createJsonLogger((line) => io.stderr.write(line));
  // Deleting needs no secret. A temporary one keeps the command from creating the file.
  const secret = randomBytes(32).toString('hex');
  const services = assembleServices({ database, logger, secret }, { isCommand: true });
  try {
    return await purgeAll({
      store: services.store,
      clock: services.clock,
      olderThan,
      pause: (milliseconds) => services.clock.pause(milliseconds).then(() => true),
    });
  } finally {
    await services.close();
  }
}

async function vacuum(file: string): Promise<void> {
  const name = basename(file);
  const outcome = await vacuumFile(file);
  if (outcome === 'foreign') {
    throw new CommandFailure(
      `${name} was not rewritten, because it has tables of another application, whose row IDs VACUUM may change. Run VACUUM yourself if that application allows it.`,
    );
  }
  if (outcome === 'reader') {
    throw new CommandFailure(
      `${name} was rewritten, but another process is reading it, so ${name}-wal still contains deleted data. Try again later.`,
    );
  }
}

function parseDays(text: string, name: string): number {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > maxDays) throw usageError(`${name} must be a number of days from 1 to ${maxDays}.`);
  return days;
}

function outdated(file: string): CommandFailure {
  return new CommandFailure(
    `${basename(file)} has the schema of an earlier version. Start the server once, then try again.`,
  );
}

function describeTotal({ answers, asks }: PurgeTotal): string {
  return `${pluralize(answers, 'answer')} to ${pluralize(asks, 'poll, quiz or form', 'polls, quizzes and forms')}`;
}

function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
