import { createEmailMetrics, createWebhookMetrics } from './consumer-metrics.js';
import { findMeter } from './find-meter.js';
import { formatMetrics } from './format-metrics.js';
import { createLimiterMetrics } from './limiter-metrics.js';
import { reportToMeter } from './meter.js';
import type { MetricsOptions } from './metrics-options.js';
import { createProcessMetrics } from './process-metrics.js';
import { createRequestMetrics } from './request-metrics.js';
import { createServiceMetrics, type ObservedServices } from './service-metrics.js';
import { createWriteMetrics } from './write-metrics.js';

/** The metrics of one instance. */
export type InstanceMetrics = ReturnType<typeof createInstanceMetrics>;

/** Creates the metrics of an instance. Each service that reports metrics gets its own observer. */
export function createInstanceMetrics({ token, addresses, meter }: MetricsOptions) {
  const requests = createRequestMetrics();
  const limiters = createLimiterMetrics();
  const writes = createWriteMetrics();
  const emails = createEmailMetrics();
  const webhooks = createWebhookMetrics();
  let all = [requests, limiters, writes, emails, webhooks].flatMap(({ metrics }) => metrics);
  const processMetrics = token !== undefined || addresses !== undefined ? createProcessMetrics() : undefined;
  let stopMeter = (): void => {};

  return {
    requests: requests.observer,
    limiters,
    writes: writes.observer,
    emails: emails.observer,
    webhooks: webhooks.observer,

    /** Adds the metrics of services, which are created after those that count. */
    start(services: ObservedServices): void {
      all = [...all, ...createServiceMetrics(services)];
      const found = meter ?? findMeter();
      if (found) stopMeter = reportToMeter(found, all);
    },

    /** Returns the metrics of Askwell in the Prometheus text format. */
    format: () => formatMetrics(all),

    /** Returns the metrics of Askwell and of the process. */
    formatWithProcess: () => formatMetrics([...all, ...(processMetrics?.metrics ?? [])]),

    stop(): void {
      processMetrics?.stop();
      stopMeter();
    },
  };
}
