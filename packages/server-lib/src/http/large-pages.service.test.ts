import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../test/support/http/http-client.js';
import { createOwner } from '../../test/support/servers/create-owner.js';
import { startService } from '../../test/support/servers/start-service.js';
import type { TestServer } from '../../test/support/servers/test-server.js';
import { maxPageCharacters } from './limits.js';

const long = 'ä'.repeat(4_990);

let server: TestServer;
let key: string;
let lists: Record<string, { readonly path: string; readonly ids: readonly string[] }>;
beforeAll(async () => {
  server = await startService();
  const { session, key: createKey } = await createOwner(server.services);
  key = await createKey();
  const { account } = session;
  const field = { type: 'long_text' as const, label: 'x' };
  const { id } = await server.askwell.forms.create(account, {
    title: 'x',
    one_per: null,
    fields: Array(20).fill(field),
  });
  const answers: string[] = [];
  for (let nth = 0; nth < 44; nth++) {
    const answer = await server.askwell.forms.submissions.create(id, {
      answers: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at + 1}`, `${nth} ${long}`])),
    });
    answers.push(answer.id);
  }
  const forms: string[] = [];
  const texts = Array.from({ length: 100 }, () => ({ ...field, help: 'x'.repeat(2_000) }));
  for (let nth = 0; nth < 24; nth++)
    forms.push((await server.askwell.forms.create(account, { title: 'x', fields: texts })).id);
  lists = {
    asks: { path: '/api/v1/forms?order=desc', ids: [id, ...forms].reverse() },
    answers: { path: `/api/v1/forms/${id}/submissions?order=asc`, ids: answers },
    'found answers': { path: `/api/v1/forms/${id}/submissions?order=asc&q=%C3%A4`, ids: answers },
  };
});
afterAll(() => server.close());

describe.each(['asks', 'answers', 'found answers'])('a list of large %s', (name) => {
  test('ends a page when it is full, and continues on the next one', async () => {
    const { path, ids } = lists[name] ?? expect.unreachable();
    const pages: number[] = [];
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const reply = await call(server, 'GET', `${path}&limit=100${from}`, { key });
      const page: { data: { id: string }[]; meta: { next_cursor: string | null } } = JSON.parse(reply.text);
      found.push(...page.data.map((item) => item.id));
      pages.push(reply.text.length);
      cursor = page.meta.next_cursor;
    }
    expect(found).toEqual(ids);
    expect(pages.length).toBeGreaterThan(1);
    // The last item of a page can be beyond the maximum.
    for (const length of pages) expect(length).toBeLessThan(maxPageCharacters + 300_000);
    for (const length of pages.slice(0, -1)) expect(length).toBeGreaterThan(maxPageCharacters);
  });

  test('has the tag of its bytes', async () => {
    const { path } = lists[name] ?? expect.unreachable();
    for (const limit of [1, 50]) {
      const reply = await call(server, 'GET', `${path}&limit=${limit}`, { key });
      const tag = createHash('sha256').update(reply.text).digest('base64url').slice(0, 22);
      expect(reply.headers.get('etag')).toBe(`"${tag}"`);
      const headers = { 'if-none-match': `"${tag}"` };
      expect((await call(server, 'GET', `${path}&limit=${limit}`, { key, headers })).status).toBe(304);
    }
  });
});
