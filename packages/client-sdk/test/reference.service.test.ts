import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from './support/service.js';
import { jsonResponse, stubbedClient } from './support/stub-fetch.js';

let service: TestService;
let entries: { readonly method: string; readonly path: string; readonly code: string }[];

beforeAll(async () => {
  service = await startService();
  const page = await (await service.fetch('/docs')).text();
  entries = page
    .split('<details class="entry operation"')
    .slice(1)
    .map((entry) => ({
      method: matchIn(entry, /data-method="([^"]*)"/),
      path: matchIn(entry, /data-path="([^"]*)"/),
      code: matchIn(entry, /<code>((?:await|for await)[^<]*)<\/code>/).replaceAll('&quot;', '"'),
    }));
});
afterAll(() => service.close());

function matchIn(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[1] ?? '';
}

/** Runs a call like `askwell.polls.get("poll_…")`, whose arguments are JSON, and returns the request that it sends. */
async function requestOf(code: string): Promise<string> {
  const [, path = '', args = ''] = /askwell\.([\w.]+)\(([\s\S]*?)\)(?:;|\) console)/.exec(code) ?? [];
  const list = { data: [], meta: { next_cursor: null } };
  const { client, requests } = stubbedClient([jsonResponse(200, list)]);
  const names = path.split('.');
  const name = names.pop() ?? '';
  const resource = names.reduce<object>((found, member) => Object(Reflect.get(found, member)), client);
  const call = Reflect.get(resource, name).apply(resource, JSON.parse(`[${args}]`));
  if (Symbol.asyncIterator in call) await call[Symbol.asyncIterator]().next();
  else await call;
  const [request] = requests();
  return `${request?.method} ${new URL(String(request?.url)).pathname.replace('/base', '')}`;
}

test('each example at /docs calls the operation that it documents', async () => {
  const withCode = entries.filter(({ code }) => code !== '');
  expect(withCode.length).toBeGreaterThan(40);
  for (const { method, path, code } of withCode) {
    const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[\\w]+')}$`);
    expect(await requestOf(code), code).toMatch(pattern);
  }
  expect(entries.filter(({ code }) => code === '').map(({ path }) => path.split('/', 2)[1])).toEqual(
    expect.not.arrayContaining(['api']),
  );
});
