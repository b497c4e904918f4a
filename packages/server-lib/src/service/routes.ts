import type { PageEndpoint } from '../http/pages.js';
import { json } from '../http/reply.js';
import { one } from '../store/statement.js';
import type { Store } from '../store/store.js';

/** Probes for whoever runs the service: alive, and ready for requests. */
export function serviceRoutes(store: Store, isDraining: () => boolean): PageEndpoint[] {
  return [
    { path: '/healthz', get: () => json(200, { status: 'ok' }) },
    {
      path: '/readyz',
      async get() {
        const ready = !isDraining() && (await answers(store));
        return ready ? json(200, { status: 'ready' }) : json(503, { status: 'unavailable' }, ['retry-after', '1']);
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
