import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { sqliteDriver } from '../../../src/db/sqlite/choose-driver.js';

const library = () =>
  sqliteDriver().name === 'node:sqlite'
    ? "require('node:sqlite').DatabaseSync"
    : `require(${JSON.stringify(createRequire(import.meta.url).resolve('better-sqlite3'))})`;

const script = `
const database = new Database(process.argv[1]);
database.exec('begin immediate');
process.stdout.write('locked');
process.stdin.once('data', () => {
  database.exec('commit');
  process.stdout.write('released');
});
process.stdin.once('end', () => database.close());
`;

export interface ForeignLock {
  release(): Promise<void>;
}

/** Locks a database for writing in another process. */
export async function lockForeignly(file: string): Promise<ForeignLock> {
  const child = spawn(process.execPath, ['-e', `const Database = ${library()};${script}`, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await waitForOutput(child, 'locked');
  return {
    async release() {
      const released = waitForOutput(child, 'released');
      child.stdin.write('now');
      await released;
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

async function waitForOutput(child: ChildProcess, word: string): Promise<void> {
  const [chunk] = await Promise.race([
    once(child.stdout ?? child, 'data'),
    once(child, 'exit').then((): [string] => ['the end of the process']),
  ]);
  if (String(chunk) !== word) throw new Error(`Expected "${word}" from the other process, got: ${String(chunk)}`);
}
