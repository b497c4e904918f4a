import { appendFileSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { CommandFailure, systemErrorCode } from '../command-failure.js';
import type { FileChange } from './plan.js';

/**
 * Writes what was planned. Existing files are only appended to, and nothing outside of the folder is touched.
 *
 * @throws CommandFailure before anything is written when a path leads out of the folder.
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
      throw new CommandFailure(`${change.path} cannot be written (${code}). Solve that, then run the command again.`);
    }
  }
}

function write(file: string, change: Exclude<FileChange, { kind: 'keep' }>): void {
  if (change.kind === 'create') {
    mkdirSync(dirname(file), { recursive: true });
    // Fails where something appeared since, even a symbolic link.
    writeFileSync(file, change.content, { flag: 'wx', mode: change.secret === undefined ? 0o666 : 0o600 });
    return;
  }
  const text = readFileSync(file, 'utf8');
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? '' : newline;
  appendFileSync(file, start + change.lines.map((line) => line + newline).join(''));
}

/** Follows the links of what exists of a path. */
function refuseOutside(folder: string, path: string): void {
  const root = realpathSync(folder);
  let existing = join(root, path);
  while (!exists(existing)) existing = dirname(existing);
  let target: string;
  try {
    target = realpathSync(existing);
  } catch {
    throw new CommandFailure(`${path} is a symbolic link that leads nowhere. Nothing was written.`);
  }
  const within = relative(root, target);
  if (within !== '..' && !within.startsWith(`..${sep}`)) return;
  throw new CommandFailure(`${path} leads out of the project, by a symbolic link. Nothing was written.`);
}

/** A link exists even where it leads nowhere. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
