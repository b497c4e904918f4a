import { version } from '../../../package.json';
import { measureEventLoopDelay } from './event-loop-delay.js';
import { type Metric, type MetricSample, observed } from './instruments.js';

/**
 * Returns the metrics of the process, under the names that are usual for Prometheus. A host that reports its own metrics already has them.
 */
export function createProcessMetrics(): { readonly metrics: readonly Metric[]; stop(): void } {
  const delay = measureEventLoopDelay();
  const startTime = Date.now() / 1_000 - process.uptime();
  const metrics = [
    observed({ name: 'askwell_build_info', help: 'The version of Askwell and of Node.' }, 'gauge', () => [
      [{ version, node: process.versions.node }, 1],
    ]),
    observed(
      { name: 'process_start_time_seconds', help: 'Start time of the process since the Unix epoch.' },
      'gauge',
      () => startTime,
    ),
    observed({ name: 'process_cpu_seconds_total', help: 'CPU time that the process used.' }, 'counter', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    }),
    observed(
      { name: 'process_resident_memory_bytes', help: 'Resident memory of the process.' },
      'gauge',
      process.memoryUsage.rss,
    ),
    observed(
      { name: 'nodejs_heap_size_used_bytes', help: 'Used heap of the main thread.' },
      'gauge',
      () => process.memoryUsage().heapUsed,
    ),
    observed(
      {
        name: 'nodejs_eventloop_delay_seconds',
        help: 'Delay of the event loop since the previous collection: p50, p99 and the maximum.',
      },
      'gauge',
      () => {
        const { p50, p99, max } = delay.read();
        return [sampleOf('p50', p50), sampleOf('p99', p99), sampleOf('max', max)];
      },
    ),
  ];
  return { metrics, stop: delay.stop };
}

function sampleOf(stat: string, value: number): MetricSample {
  return [{ stat }, value];
}
