import type { PoolUse } from '../store.js';
import type { PostgresPools } from './open-pools.js';
import type { PostgresPool } from './postgres-pool.js';

/** Returns how the pools of a store are used. A host's pool serves all purposes, and may not count. */
export function poolUse({ reading, writing, counting }: PostgresPools): PoolUse[] {
  if (reading === writing) return useOf('shared', reading);
  return [...useOf('reading', reading), ...useOf('writing', writing), ...useOf('counting', counting)];
}

function useOf(pool: PoolUse['pool'], { totalCount, idleCount = 0, waitingCount = 0 }: PostgresPool): PoolUse[] {
  if (totalCount === undefined) return [];
  return [{ pool, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }];
}
