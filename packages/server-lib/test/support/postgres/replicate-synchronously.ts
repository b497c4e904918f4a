import { expect } from 'vitest';
import { all, run } from '../../../src/store/sql/statement.js';
import { connectTo } from '../store/direct-connection.js';

/** Makes commits wait until the standby of a server has them. Resolves when they do. */
export async function replicateSynchronously(primary: string): Promise<void> {
  const connection = await connectTo(primary);
  await connection.run(run`alter system set synchronous_standby_names = '*'`);
  await connection.run(run`select pg_reload_conf()`);
  await expect
    .poll(() => connection.run(all<{ state: string }>`select sync_state as state from pg_stat_replication`))
    .toEqual([{ state: 'sync' }]);
  await connection.close();
}
