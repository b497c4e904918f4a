import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTs, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { call } from '../support/http/http-client.js';
import { startService } from '../support/servers/start-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

test('generated types compile and match the use of a client', async () => {
  const server = await startService();
  const document = (await call(server, 'GET', '/openapi.json')).text;
  await server.close();
  const folder = await temporaryFolder();
  const program = await readFile(new URL('../support/openapi/generated-client.ts.txt', import.meta.url), 'utf8');
  await writeFile(join(folder, 'api.ts'), astToString(await openapiTs(document)));
  await writeFile(join(folder, 'program.ts'), program);
  const options: ts.CompilerOptions = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022 };
  const compiled = ts.createProgram([join(folder, 'program.ts')], { ...options, types: [] });
  const faults = ts.getPreEmitDiagnostics(compiled).map(({ messageText }) => messageText);
  expect(faults).toEqual([]);
}, 120_000);
