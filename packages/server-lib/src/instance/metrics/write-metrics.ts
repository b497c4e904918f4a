import type { WriteObserver } from '../../db/queue/write-observer.js';
import { Counter, Histogram, type Metric } from './instruments.js';
import { durationBounds } from './request-metrics.js';

const sizeBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_000];

/** Measures the groups in which writes are committed. */
export function createWriteMetrics(): { readonly observer: WriteObserver; readonly metrics: readonly Metric[] } {
  const sizes = new Histogram(
    {
      name: 'askwell_write_group_size',
      help: 'Writes that were sent to the database together.',
      otel: { name: 'askwell.write.group.size', unit: '{write}' },
    },
    sizeBounds,
  );
  const durations = new Histogram(
    {
      name: 'askwell_write_group_duration_seconds',
      help: 'Time from sending a group of writes until it is durable.',
      otel: { name: 'askwell.write.group.duration', unit: 's' },
    },
    durationBounds,
  );
  const failures = new Counter({
    name: 'askwell_write_failures_total',
    help: 'Writes that the database refused, or whose outcome is unknown.',
    otel: { name: 'askwell.write.failures', unit: '{write}' },
  });
  return {
    metrics: [sizes, durations, failures],
    observer: {
      settled(writes, milliseconds) {
        sizes.observe(writes);
        durations.observe(milliseconds / 1_000);
      },
      failed: (writes) => failures.add([], writes),
    },
  };
}
