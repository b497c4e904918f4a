import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFile } from '../../db/sqlite/copy-database.js';
import { CommandFailure, systemErrorCode } from './command-failure.js';

/** Writes an export to standard output. */
export async function writeOut(
  lines: AsyncIterable<string | Uint8Array>,
  stdout: NodeJS.WritableStream,
): Promise<void> {
  try {
    await pipeline(Readable.from(lines), stdout, { end: false });
  } catch (error) {
    if (systemErrorCode(error) !== 'EPIPE') throw error;
    throw new CommandFailure('The export is incomplete: standard output was closed.');
  }
}

/** @throws {CommandFailure} If the export cannot be written there. */
export function checkTarget(file: string, force: boolean): string {
  if (!existsSync(dirname(file)))
    throw new CommandFailure(`The folder ${dirname(file)} does not exist. Create it first.`);
  if (!existsSync(file)) return file;
  if (!statSync(file).isFile()) throw new CommandFailure(`${file} exists and is not a file. Choose another name.`);
  if (!force) throw new CommandFailure(`${file} already exists. Choose another name, or pass --force to overwrite it.`);
  return file;
}

/** Writes a complete file, or none. */
export async function writeFile(lines: AsyncIterable<string | Uint8Array>, target: string): Promise<void> {
  const draft = `${target}.${randomBytes(4).toString('hex')}.part`;
  let handle: FileHandle | undefined;
  try {
    handle = await open(draft, 'wx', 0o600);
    for await (const part of lines) await handle.writeFile(part);
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
