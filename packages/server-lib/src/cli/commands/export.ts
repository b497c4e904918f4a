import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFile } from '../../store/sqlite/files/copy-database.js';
import type { ExportLine } from '../../transfer/export-format.js';
import type { Command } from '../command.js';
import { CommandFailure, systemErrorCode } from '../command-failure.js';
import { databaseFlag, databaseSetting } from '../serve/serve-settings.js';
import { withAccount } from './transfer-services.js';

/** `askwell export`. */
export const exportCommand: Command = {
  name: 'export',
  argument: 'EMAIL',
  optionalArgument: 'FILE',
  summary: 'writes everything that the account of EMAIL owns to FILE or standard output',
  details: [
    'Exports the sites, polls, quizzes and forms of an account with their answers and tickets, as JSON Lines for "askwell',
    'import". The export contains personal data of visitors, but no password, sessions or API keys. Only you can read FILE.',
    'A server may be running.',
  ],
  flags: [databaseFlag, { name: 'force', help: 'overwrites FILE if it exists' }],
  async run({ argument: email, optionalArgument: file, settings, io }) {
    const database = databaseSetting(settings);
    const target = file === '' ? undefined : checkTarget(resolve(file), settings.has('force'));
    await withAccount({ database, email }, io, async (transfer, scope) => {
      const lines = toText(transfer.export(scope));
      if (target === undefined) await writeOut(lines, io.stdout);
      else {
        await writeFile(lines, target);
        io.stdout.write(`Exported the account of ${email} to ${file}.\n`);
      }
    });
    return 0;
  },
};

async function* toText(batches: AsyncIterable<readonly ExportLine[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function writeOut(lines: AsyncIterable<string>, stdout: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(Readable.from(lines), stdout, { end: false });
  } catch (error) {
    if (systemErrorCode(error) !== 'EPIPE') throw error;
    throw new CommandFailure('The export is incomplete: standard output was closed.');
  }
}

/** @throws {CommandFailure} If the export cannot be written there. */
function checkTarget(file: string, force: boolean): string {
  if (!existsSync(dirname(file)))
    throw new CommandFailure(`The folder ${dirname(file)} does not exist. Create it first.`);
  if (!existsSync(file)) return file;
  if (!statSync(file).isFile()) throw new CommandFailure(`${file} exists and is not a file. Choose another name.`);
  if (!force) throw new CommandFailure(`${file} already exists. Choose another name, or pass --force to overwrite it.`);
  return file;
}

/** Writes a complete file, or none. */
async function writeFile(lines: AsyncIterable<string>, target: string): Promise<void> {
  const draft = `${target}.${randomBytes(4).toString('hex')}.part`;
  let handle: FileHandle | undefined;
  try {
    handle = await open(draft, 'wx', 0o600);
    for await (const text of lines) await handle.write(text);
    await handle.sync();
    await handle.close();
    renameSync(draft, target);
    syncFile(dirname(target));
  } catch (error) {
    await handle?.close();
    rmSync(draft, { force: true });
    const code = systemErrorCode(error);
    if (!/^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|EFBIG|EIO)$/.test(code)) throw error;
    throw new CommandFailure(`Cannot write ${target} (${code}). Check its folder, the free space and the disk.`);
  }
}
