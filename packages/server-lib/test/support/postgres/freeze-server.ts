import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { all } from '../../../src/store/sql/statement.js';
import { connectTo } from '../store/direct-connection.js';
import type { PostgresServer } from '../store/postgres-server.js';

/**
 * Stops all processes of a server, as if its machine hung: connections stay open and get no reply. Returns the function that lets
 * them go on.
 */
export async function freezeServer({ url, data }: PostgresServer): Promise<() => Promise<void>> {
  const connection = await connectTo(url);
  const [first] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  const main = Number(first);
  // First, so that it starts no process that is missing in the list.
  process.kill(main, 'SIGSTOP');
  const others = await connection.run(all<{ pid: number }>`select pid from pg_stat_activity`);
  const pids = [main, ...others.map(({ pid }) => pid)];
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return async () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    await connection.close();
  };
}
