import { appendFileSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { CommandFailure, systemErrorCode } from '../cli/command-failure.js';
import type { FileChange } from './plan.js';

/**
 * Writes the planned changes. Existing files are only appended to.
 *
 * @throws {CommandFailure} If a path leads out of the folder; then nothing is written.
 */
export function writePlan(folder: string, changes: readonly FileChange[]): void {
  const pending = changes.filter((change) => change.kind !== 'keep');
  for (const { path } of pending) refuseOutside(folder, path);
  for (const change of pending) {
    try {
      write(join(folder, change.path), change);
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === '') throw error;
      throw new CommandFailure(`Cannot write ${change.path} (${code}). Solve that, then run the command again.`);
    }
  }
}

function write(file: string, change: Exclude<FileChange, { kind: 'keep' }>): void {
  if (change.kind === 'create') {
    mkdirSync(dirname(file), { recursive: true });
    // Fails if the path exists by now, even as a symbolic link.
    writeFileSync(file, change.content, { flag: 'wx', mode: change.secret === undefined ? 0o666 : 0o600 });
    return;
  }
  const text = readFileSync(file, 'utf8');
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? '' : newline;
  appendFileSync(file, start + change.lines.map((line) => line + newline).join(''));
}

/** Follows the symbolic links in the existing part of a path. */
function refuseOutside(folder: string, path: string): void {
  const root = realpathSync(folder);
  let existing = join(root, path);
  while (!exists(existing)) existing = dirname(existing);
  let target: string;
  try {
    target = realpathSync(existing);
  } catch {
    throw new CommandFailure(`${path} is a broken symbolic link. Nothing was written.`);
  }
  const within = relative(root, target);
  if (within !== '..' && !within.startsWith(`..${sep}`)) return;
  throw new CommandFailure(`${path} leads out of the project through a symbolic link. Nothing was written.`);
}

/** Returns whether a path exists. A broken symbolic link does. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
