import { z } from 'zod';
import type { ResponseDoc } from '../http/operation-docs.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import { errorReply, json } from '../http/reply.js';
import { one } from '../store/statement.js';
import type { Store } from '../store/store.js';
import { componentOf } from '../validation/documented.js';

const alive = componentOf<{ status: 'ok' }>()('Alive', z.object({ status: z.literal('ok') }), {
  examples: [{ status: 'ok' }],
});
const ready = componentOf<{ status: 'ready' }>()('Ready', z.object({ status: z.literal('ready') }), {
  examples: [{ status: 'ready' }],
});
const notReady = componentOf<{ status: 'unavailable' }>()('NotReady', z.object({ status: z.literal('unavailable') }), {
  examples: [{ status: 'unavailable' }],
});

const told = (status: 200 | 503, description: string, schema: z.ZodType): ResponseDoc => ({
  status,
  description,
  ...(status === 503 ? { headers: ['Retry-After'] } : {}),
  content: { 'application/json': { whole: schema } },
});

const aboutAlive = {
  id: 'getHealth',
  summary: 'Whether the process is alive',
  replies: [told(200, 'It is.', alive)],
};
const aboutReady = {
  id: 'getReadiness',
  summary: 'Whether it takes requests',
  replies: [
    told(200, 'It does.', ready),
    told(503, 'The database is away, or the process was told to stop.', notReady),
  ],
};

/** Probes for whoever runs the service: alive, and ready for requests. */
export function serviceRoutes(store: Store, isDraining: () => boolean): PageEndpoint[] {
  return [
    {
      path: '/healthz',
      told: { doc: aboutAlive },
      fail: (error) => errorReply(error),
      get: () => json(200, { status: 'ok' }),
    },
    {
      path: '/readyz',
      told: { doc: aboutReady },
      fail: (error) => errorReply(error),
      async get() {
        const isReady = !isDraining() && (await answers(store));
        return isReady ? json(200, { status: 'ready' }) : json(503, { status: 'unavailable' }, ['retry-after', '1']);
      },
    },
  ];
}

async function answers(store: Store): Promise<boolean> {
  try {
    await store.read(one`select 1 from askwell_accounts limit 1`);
    return true;
  } catch {
    return false;
  }
}
