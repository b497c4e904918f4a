import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Lets other users enter a folder and its parent folders, as far as this user may change them.
 *
 * @param {string} folder
 */
export async function openToAll(folder) {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const { mode } = await stat(at);
    if ((mode & 0o005) !== 0o005) await chmod(at, mode | 0o755).catch(() => {});
  }
}
