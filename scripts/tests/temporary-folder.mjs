import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';

/** Several times what a run takes, most of which are the frameworks that consumers install. */
const neededBytes = 8 * 2 ** 30;

/**
 * Creates the folder for all temporary files of a run, and returns its path and a function that deletes it. It is in memory if there is
 * enough: tests create thousands of files, and a database of PostgreSQL is copied in a third of the time.
 */
export function createTemporaryFolder() {
  const parent = process.env['TMPDIR'] === undefined && hasRoom(memory) ? memory : tmpdir();
  const folder = mkdtempSync(join(parent, 'askwell-tests-'));
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);

  // Processes of the run may still write when it is interrupted.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const end = () => process.exit(1);
  process.on('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
  return {
    folder,
    remove() {
      remove();
      process.off('exit', remove);
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, end);
    },
  };
}

function hasRoom(folder) {
  if (process.platform !== 'linux' || freemem() < 2 * neededBytes) return false;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= neededBytes && allowsPrograms(folder);
  } catch {
    return false;
  }
}

/** Containers often mount the folder with `noexec`, but tests run programs that they have installed. */
function allowsPrograms(folder) {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const [, , , options = 'noexec'] = mounts.find((line) => line.split(' ')[1] === folder)?.split(' ') ?? [];
  return !options.split(',').includes('noexec');
}
