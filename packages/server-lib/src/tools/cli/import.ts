import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { describeConsequences, describeCounts } from '../../api/transfer/describe-plan.js';
import type { ImportPlan } from '../../api/transfer/plan-import.js';
import type { IdMode } from '../../api/transfer/row-batch.js';
import type { CommandCall } from './command.js';
import { CommandFailure, systemErrorCode, usageError } from './command-failure.js';
import { databaseSetting, quotaSettings } from './serve-settings.js';
import { withAccount } from './transfer-services.js';

/** `askwell import`. */
export async function importCommand({ argument: file, settings, io }: CommandCall): Promise<number> {
  const email = settings.flag('account', (text) => text);
  if (!email) throw usageError('Missing flag --account EMAIL. See "askwell import --help".');
  const ids = settings.flag('ids', parseIds) ?? 'keep';
  const account = { database: databaseSetting(settings), email, quotas: quotaSettings(settings) };
  requireFile(file);
  await withAccount(account, io, async (transfer, scope) => {
    const plan = await transfer.plan(scope, readFile(file), ids);
    io.stdout.write(describePlan(plan, file, email));
    if (settings.has('dry-run')) {
      io.stdout.write('Dry run: nothing was changed.\n');
      return;
    }
    await transfer.import(scope, readFile(file), ids);
    io.stdout.write('Imported.\n');
  });
  return 0;
}

function parseIds(text: string, name: string): IdMode {
  if (text !== 'keep' && text !== 'claim' && text !== 'renew')
    throw usageError(`${name} must be keep, claim or renew, not "${text}".`);
  return text;
}

function describePlan(plan: ImportPlan, file: string, email: string): string {
  const { header, counts } = plan;
  const exportedOwner = (header.account.email || header.account.name).replace(/\p{Cc}/gu, '');
  return [
    `${basename(file)} was exported from the account of ${exportedOwner} at ${header.exported_at}.`,
    `Importing into the account of ${email}: ${describeCounts(counts)}.`,
    ...describeConsequences(plan),
    '',
  ].join('\n');
}

/** @throws {CommandFailure} If it is not a file. The file is read twice, which a pipe does not allow. */
function requireFile(file: string): void {
  try {
    if (statSync(file).isFile()) return;
  } catch (error) {
    throw unreadable(file, error);
  }
  throw new CommandFailure(`${file} is not a file.`);
}

async function* readFile(file: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(file)) yield chunk;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Returns the failure for an error of the file system, and other errors as they are. */
function unreadable(file: string, error: unknown): unknown {
  const code = systemErrorCode(error);
  return /^E[A-Z]+$/.test(code) ? new CommandFailure(`Cannot read ${file} (${code}).`) : error;
}
