import type { RequestObserver } from '../../api/request-observer.js';
import { systemClock } from '../../base/clock.js';
import { Counter, Histogram, type Metric, observed } from './instruments.js';

/** The largest durations of the buckets, in seconds. */
export const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The label of requests without a route: a client can send any path. */
const noRoute = 'none';

/** Counts requests by route, never by path, so that clients cannot create series. */
export function createRequestMetrics(): { readonly observer: RequestObserver; readonly metrics: readonly Metric[] } {
  let inFlight = 0;
  const requests = new Counter(
    { name: 'askwell_http_requests_total', help: 'Handled requests, by route and class of the status.' },
    ['method', 'route', 'status'],
  );
  const durations = new Histogram(
    {
      name: 'askwell_http_request_duration_seconds',
      help: 'Time until the response is ready. A stream is ready when it starts.',
      otel: { name: 'http.server.request.duration', unit: 's' },
    },
    durationBounds,
    ['method', 'route'],
  );
  const active = observed(
    {
      name: 'askwell_http_requests_in_flight',
      help: 'Requests that are being handled.',
      otel: { name: 'http.server.active_requests', unit: '{request}' },
    },
    'amount',
    () => inFlight,
  );
  const refusals = new Counter({
    name: 'askwell_overload_refusals_total',
    help: 'Requests that were refused with 503 because the process is overloaded.',
    otel: { name: 'askwell.overload.refusals', unit: '{request}' },
  });
  return {
    metrics: [requests, durations, active, refusals],
    observer: {
      started() {
        inFlight++;
        return systemClock.elapsed();
      },
      ended(startedAt, sentMethod, route, status) {
        inFlight--;
        const seconds = (systemClock.elapsed() - startedAt) / 1_000;
        const method = methods.has(sentMethod) ? sentMethod : '_OTHER';
        const label = route ?? noRoute;
        requests.add([method, label, `${Math.floor(status / 100)}xx`]);
        durations.observe(seconds, [method, label], {
          'http.request.method': method,
          ...(route === undefined ? {} : { 'http.route': route }),
          'http.response.status_code': status,
        });
      },
      refused: () => refusals.add(),
    },
  };
}
