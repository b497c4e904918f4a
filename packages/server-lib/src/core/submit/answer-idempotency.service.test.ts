import { afterAll, beforeAll, expect, test } from 'vitest';
import { kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { settled } from '../../../test/support/deferred.js';
import { createClient } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { ChangeEvent } from '../events.js';

let server: TestServer;
let key: string;
const changed: ChangeEvent[] = [];
beforeAll(async () => {
  server = await startService({ on: { change: (event) => void changed.push(event) } });
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());

test.each(kindsUnderTest)(
  'creates one of the $plural per Idempotency-Key, with parallel and later requests',
  async (kind) => {
    const create = () =>
      createClient(server)('POST', `/${kind.plural}`, {
        key,
        body: kind.draft,
        headers: { 'Idempotency-Key': 'once' },
      });
    const replies = await Promise.all(Array.from({ length: 30 }, create));
    replies.push(await create());
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const id = replies[0]?.id('data.id') ?? '';
    expect([replies[0]?.status, id]).toEqual([201, expect.stringMatching(/^[a-z]+_[0-9a-z]{20}$/)]);

    await createClient(server)('DELETE', `/${kind.plural}/${id}`, { key });
    await settled();
    expect(changed.filter(({ ask_id }) => ask_id === id).map(({ what }) => what)).toEqual(['created', 'deleted']);
    expect((await create()).status).toBe(410);
  },
);
