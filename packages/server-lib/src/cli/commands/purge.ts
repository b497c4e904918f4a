import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { countOldAnswers } from '../../asks/retention/due-purges.js';
import { type PurgeTotal, purgeAll } from '../../asks/retention/retention.js';
import { assembleServices } from '../../assemble-services.js';
import { createClock } from '../../clock.js';
import { perform } from '../../store/operation.js';
import { createConnection } from '../../store/sqlite/connection.js';
import { rewriteFile } from '../../store/sqlite/files/vacuum-file.js';
import { schemaVersion } from '../../store/sqlite/migrate.js';
import { firstWithPurges } from '../../store/sqlite/migrations/index.js';
import { pause } from '../../timers.js';
import type { Command } from '../command.js';
import { CommandFailure, usageError } from '../command-failure.js';
import { inspectDatabase, requireDatabase } from '../database-file.js';
import { createJsonLogger } from '../serve/json-logger.js';
import { databaseFlag, databaseSetting } from '../serve/serve-settings.js';

const longestDays = 36_500;

export const purge: Command = {
  name: 'purge',
  summary: 'deletes answers that are older than their poll, quiz or form keeps them',
  details: [
    'Deletes answers that are older than the keep_answers_days of their poll, quiz or form. Results stay, except for',
    'write-ins. A server does the same by itself every hour, and may be running meanwhile.',
  ],
  flags: [
    databaseFlag,
    {
      name: 'older-than',
      valueName: 'DAYS',
      isFlagOnly: true,
      help: 'also deletes all answers that are older than DAYS, whatever keep_answers_days is',
    },
    { name: 'dry-run', help: 'counts the answers that would be deleted, and changes nothing' },
    { name: 'vacuum', help: 'then rewrites the file, so that nothing is left of deleted rows; other writes wait' },
  ],
  async run({ settings }) {
    const file = databaseSetting(settings);
    const olderThan = settings.flag('older-than', parseDays) ?? null;
    if (settings.has('dry-run')) {
      if (settings.has('vacuum')) throw usageError('--vacuum cannot be combined with --dry-run.');
      const counted = await inspectDatabase(file, (database) => {
        // Before, nothing was told to be kept for some days only.
        if (schemaVersion(database, false) < firstWithPurges) throw outdated(file);
        return perform(countOldAnswers(createClock().now(), olderThan), createConnection(database).execute);
      });
      process.stdout.write(`Would delete ${tell(counted)}.\n`);
      return 0;
    }
    requireDatabase(file);
    process.stdout.write(`Deleted ${tell(await purgeFile(file, olderThan))}.\n`);
    if (settings.has('vacuum')) await vacuum(file);
    return 0;
  },
};

async function purgeFile(database: string, olderThan: number | null): Promise<PurgeTotal> {
  const logger = createJsonLogger((line) => process.stderr.write(line));
  // Nothing that is deleted is keyed with it: this one is for the moment, and leaves no file behind.
  const secret = randomBytes(32).toString('hex');
  const services = assembleServices({ database, logger, secret }, undefined, true);
  const rest = (milliseconds: number) => pause(milliseconds).then(() => true);
  try {
    return await purgeAll({ store: services.store, clock: services.clock, olderThan, rest });
  } finally {
    await services.close();
  }
}

async function vacuum(file: string): Promise<void> {
  const name = basename(file);
  const outcome = await rewriteFile(file);
  if (outcome === 'foreign') {
    throw new CommandFailure(
      `${name} has tables of another application, whose rows VACUUM may renumber, so it was not rewritten. Run VACUUM yourself if they allow it.`,
    );
  }
  if (outcome === 'reader') {
    throw new CommandFailure(
      `${name} was rewritten, but another process is reading it, so ${name}-wal still has earlier data. Try again later.`,
    );
  }
  process.stdout.write(`Rewrote ${name}.\n`);
}

function parseDays(text: string, name: string): number {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > longestDays) throw usageError(`${name} must be a number of days from 1 to ${longestDays}.`);
  return days;
}

function outdated(file: string): CommandFailure {
  return new CommandFailure(
    `${basename(file)} has the schema of an earlier version. Start the server once, then try again.`,
  );
}

function tell({ answers, asks }: PurgeTotal): string {
  return `${counted(answers, 'answer')} to ${counted(asks, 'poll, quiz or form', 'polls, quizzes and forms')}`;
}

function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
