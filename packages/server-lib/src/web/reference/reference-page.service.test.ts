import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { OpenApiDocument } from '../../api/openapi/openapi-types.js';

let server: TestServer;
let page: string;
let document: OpenApiDocument;
beforeAll(async () => {
  server = await startService();
  const read = async (path: string) => (await server.fetch(server.url + path)).text();
  page = await read('/docs');
  document = JSON.parse(await read('/openapi.json'));
});
afterAll(() => server.close());

const matches = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, match = '']) => match);

test('every link in the page has a target, and no ID is used twice', () => {
  const ids = matches(/ id="([^"]+)"/g);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = matches(/href="#([^"]+)"/g);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test('every operation, schema and header of the document is in the page', () => {
  const { schemas, headers } = document.components;
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const expected = [
    ...operations.map(({ operationId }) => operationId),
    ...Object.keys(schemas).map((name) => `schema-${name}`),
    ...Object.keys(headers).map((name) => `header-${name}`),
  ];
  const ids = new Set(matches(/ id="([^"]+)"/g));
  expect(expected.filter((id) => !ids.has(id))).toEqual([]);
});

test('every description of the document is in the page', () => {
  const words = (text: string) =>
    text
      .replace(/<\/?code>|`/g, '')
      .replace(/<[^>]*>|\s+/g, ' ')
      .replace(/ +/g, ' ');
  const entities: Record<string, string> = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  const shown = words(page).replace(/&(quot|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? '');
  const missing: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (['example', 'examples', 'text/html'].includes(name)) continue;
      if (name === 'description' && typeof member === 'string' && !shown.includes(words(member))) missing.push(member);
      visit(member);
    }
  };
  visit(document);
  expect(missing).toEqual([]);
});

test('an operation has examples of curl and of the client', () => {
  const [entry = ''] = matches(/id="createPollTickets">([\s\S]*?)<\/details>/g);
  expect(entry).toContain(
    `curl &quot;$BASE_URL/api/v1/polls/poll_m3x8q1v7c2k9t4w6r0zb/tickets&quot; \\
  -H &quot;X-API-Key: $API_KEY&quot; \\
  -H &quot;Content-Type: application/json&quot; \\
  -d &#39;{&quot;count&quot;:2}&#39;`,
  );
  expect(entry).toContain('await askwell.polls.tickets.create(&quot;poll_m3x8q1v7c2k9t4w6r0zb&quot;, 2);');
});
