import { z } from 'zod';
import { componentOf } from '../base/validation/documented.js';
import { one } from '../db/sql/statement.js';
import type { Store } from '../db/store.js';
import type { ResponseDoc } from '../http/operation-docs.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import { errorReply, json } from '../http/reply.js';

/** Returns whether a path is a health check for operators. */
export function isHealthPath(path: string): boolean {
  return path === '/healthz' || path === '/readyz';
}

const alive = componentOf<{ status: 'ok' }>()('Alive', z.object({ status: z.literal('ok') }), {
  examples: [{ status: 'ok' }],
});
const ready = componentOf<{ status: 'ready' }>()('Ready', z.object({ status: z.literal('ready') }), {
  examples: [{ status: 'ready' }],
});
const notReady = componentOf<{ status: 'unavailable' }>()('NotReady', z.object({ status: z.literal('unavailable') }), {
  examples: [{ status: 'unavailable' }],
});

const response = (status: 200 | 503, description: string, schema: z.ZodType): ResponseDoc => ({
  status,
  description,
  ...(status === 503 ? { headers: ['Retry-After'] } : {}),
  content: { 'application/json': { whole: schema } },
});

const healthOperation = {
  id: 'getHealth',
  summary: 'Check whether the process is alive',
  responses: [response(200, 'The process is alive.', alive)],
};
const readinessOperation = {
  id: 'getReadiness',
  summary: 'Check whether the service is ready for requests',
  responses: [
    response(200, 'The service is ready.', ready),
    response(503, 'The database cannot be read, or the process is shutting down.', notReady),
  ],
};

/** Returns the probes for orchestrators and load balancers: `/healthz` and `/readyz`. */
export function healthEndpoints(store: Store, isDraining: () => boolean): PageEndpoint[] {
  return [
    {
      path: '/healthz',
      operation: { doc: healthOperation },
      onError: (error) => errorReply(error),
      get: () => json(200, { status: 'ok' }),
    },
    {
      path: '/readyz',
      operation: { doc: readinessOperation },
      onError: (error) => errorReply(error),
      async get() {
        const isReady = !isDraining() && (await canRead(store));
        return isReady ? json(200, { status: 'ready' }) : json(503, { status: 'unavailable' }, ['retry-after', '1']);
      },
    },
  ];
}

async function canRead(store: Store): Promise<boolean> {
  try {
    await store.read(one`select 1 from askwell_accounts limit 1`);
    return true;
  } catch {
    return false;
  }
}
