import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import * as exportFormat from '../src/api/transfer/export-format.js';
import { partsWithoutMaximum } from '../src/base/validation/bounded.js';
import { createApiEndpoints, createPageEndpoints } from '../src/instance-pipeline.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());

/** Returns the schemas of everything that a request can contain, by a name for messages. */
function inputSchemas(): [string, z.ZodType][] {
  const found: [string, z.ZodType | undefined][] = [];
  for (const { path, params, keyedOperations, publicOperation } of createApiEndpoints(server.services)) {
    for (const [name, schema] of Object.entries(params)) found.push([`${path} ${name}`, schema]);
    for (const [method, { query, body }] of keyedOperations)
      found.push([`${method} ${path} query`, query], [`${method} ${path} body`, body]);
    found.push([`${path} visitors`, publicOperation?.body], [`${path} forms`, publicOperation?.form]);
  }
  for (const { path, operation } of createPageEndpoints(server.services, () => false)) {
    for (const { params = {}, query, body } of [operation ?? []].flat()) {
      for (const [name, schema] of Object.entries(params)) found.push([`${path} ${name}`, schema]);
      found.push([`${path} query`, query], [`${path} body`, body]);
    }
  }
  for (const [name, schema] of Object.entries(exportFormat))
    if (schema instanceof z.ZodType) found.push([name, schema]);
  return found.flatMap(([name, schema]) => (schema ? [[name, schema]] : []));
}

test('every schema of the API, of visitors and of imports has a maximum in every part', () => {
  const schemas = inputSchemas();
  expect(schemas.length).toBeGreaterThan(150);
  const problems = schemas.flatMap(([name, schema]) => partsWithoutMaximum(schema).map((part) => `${name}: ${part}`));
  expect(problems).toEqual([]);
});

/*
 * In-process calls, cursors, users of the host and the settings of commands have schemas that no endpoint lists. `check` and `tryCheck`
 * refuse a schema without a maximum whenever they are called, so nothing else may validate with one.
 */
test('nothing but `check` and `tryCheck` validates with a schema', async () => {
  const src = fileURLToPath(new URL('../src/', import.meta.url));
  const files = (await readdir(src, { recursive: true })).filter((name) => /(?<!\.(test|d))\.ts$/.test(name));
  expect(files.length).toBeGreaterThan(500);
  const validation =
    /\b(?:safe|try)?(?:Parse|Decode|Encode)(?:Async)?\(|[sS]chema\.(?:parse|decode)\(|\b\w+(?:Draft|Line|Changes|Query|Form)\.parse\(/;
  const found: string[] = [];
  for (const name of files) {
    const lines = (await readFile(join(src, name), 'utf8')).split('\n');
    found.push(...lines.filter((line) => validation.test(line)).map((line) => `${name}: ${line.trim()}`));
  }
  expect(found).toEqual(['base/validation/check.ts: return schema.safeParse(value, parseContext);']);
});
