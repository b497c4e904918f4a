import { systemClock } from '../../base/clock.js';
import type { Store } from '../../db/store.js';
import type { Live } from '../../events/live/live-results.js';
import { type Metric, type MetricSample, observed } from './instruments.js';

/** The services whose state is read when metrics are collected. */
export interface ObservedServices {
  readonly store: Pick<Store, 'pending' | 'pools'>;
  readonly live: Pick<Live, 'count'>;
  /** Estimates how long a request that arrives now would be queued, in milliseconds. */
  readonly estimateWait: () => number;
}

/** Returns the metrics of the state of an instance. */
export function createServiceMetrics({ store, live, estimateWait }: ObservedServices): readonly Metric[] {
  return [
    observed(
      {
        name: 'askwell_request_queue_wait_seconds',
        help: 'Estimated time that a request that arrives now waits for its turn.',
        otel: { name: 'askwell.request.queue_wait', unit: 's' },
      },
      'gauge',
      () => estimateWait() / 1_000,
    ),
    observed(
      {
        name: 'askwell_pending_writes',
        help: 'Writes that are not committed yet.',
        otel: { name: 'askwell.pending_writes.count', unit: '{write}' },
      },
      'amount',
      () => store.pending.writes,
    ),
    observed(
      {
        name: 'askwell_pending_write_bytes',
        help: 'Approximate size of the writes that are not committed yet.',
        otel: { name: 'askwell.pending_writes.size', unit: 'By' },
      },
      'amount',
      () => store.pending.bytes,
    ),
    observed(
      {
        name: 'askwell_oldest_pending_write_seconds',
        help: 'Age of the oldest write that is not committed yet.',
        otel: { name: 'askwell.pending_writes.age', unit: 's' },
      },
      'gauge',
      () => ageOf(store.pending.oldestSince),
    ),
    observed(
      {
        name: 'askwell_live_readers',
        help: 'Clients that follow live results.',
        otel: { name: 'askwell.live.readers', unit: '{client}' },
      },
      'amount',
      () => live.count().readers,
    ),
    ...createPoolMetrics(store),
  ];
}

function ageOf(since: number | undefined): number {
  return since === undefined ? 0 : (systemClock.elapsed() - since) / 1_000;
}

const poolLabel = { pool: 'db.client.connection.pool.name' };

/** Without a pool, these metrics have no values. */
function createPoolMetrics(store: ObservedServices['store']): Metric[] {
  const pools = () => store.pools?.() ?? [];
  const connections = (): MetricSample[] =>
    pools().flatMap(({ pool, used, idle }): MetricSample[] => [
      [{ pool, state: 'used' }, used],
      [{ pool, state: 'idle' }, idle],
    ]);
  return [
    observed(
      {
        name: 'askwell_database_connections',
        help: 'Connections to PostgreSQL.',
        otel: {
          name: 'db.client.connection.count',
          unit: '{connection}',
          attributes: { ...poolLabel, state: 'db.client.connection.state' },
        },
      },
      'amount',
      connections,
    ),
    observed(
      {
        name: 'askwell_database_connection_waiters',
        help: 'Operations that wait for a connection to PostgreSQL.',
        otel: { name: 'db.client.connection.pending_requests', unit: '{request}', attributes: poolLabel },
      },
      'amount',
      () => pools().map(({ pool, waiting }): MetricSample => [{ pool }, waiting]),
    ),
  ];
}
