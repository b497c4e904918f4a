import { createHash, timingSafeEqual } from 'node:crypto';
import { AskwellError } from '../../base/errors.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import { createTrustedProxies } from '../../http/limits/client-address.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { json } from '../../http/reply.js';
import { metricsMediaType } from './format-metrics.js';
import type { InstanceMetrics } from './instance-metrics.js';
import type { MetricsOptions } from './metrics-options.js';

/** The services of the endpoint. */
export interface MetricsServices {
  readonly options: { readonly metrics?: MetricsOptions | undefined };
  readonly metrics: InstanceMetrics | undefined;
  readonly addressOf: (exchange: HttpExchange) => string | undefined;
}

const wrongToken: Reply = json(401, { message: 'The token is invalid or missing.' }, ['www-authenticate', 'Bearer']);

/** Returns `/metrics`, if the options say who can read it. */
export function metricsEndpoints({ options, metrics, addressOf }: MetricsServices): PageEndpoint[] {
  const { token, addresses } = options.metrics ?? {};
  if (!metrics || (token === undefined && addresses === undefined)) return [];
  const isAllowed = createAddressCheck(addresses);
  const hasToken = createTokenCheck(token);
  return [
    {
      path: '/metrics',
      get(exchange) {
        if (!isAllowed(addressOf(exchange))) throw new AskwellError('not_found');
        if (!hasToken(exchange.header('authorization'))) return wrongToken;
        const headers = ['content-type', metricsMediaType, 'cache-control', 'no-store'];
        return { status: 200, headers, body: metrics.formatWithProcess(), compressible: true };
      },
    },
  ];
}

function createAddressCheck(addresses: readonly string[] | undefined): (address: string | undefined) => boolean {
  if (addresses === undefined) return () => true;
  const ranges = createTrustedProxies(addresses);
  return (address) => address !== undefined && ranges.has(address);
}

/** Compares hashes in constant time, so that the duration reveals neither the token nor its length. */
function createTokenCheck(token: string | undefined): (authorization: string | undefined) => boolean {
  if (token === undefined) return () => true;
  const expected = hash(token);
  return (authorization) => {
    const sent = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    return sent !== undefined && timingSafeEqual(hash(sent), expected);
  };
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
