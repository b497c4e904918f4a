import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { clientEnvironment, clientFlags, clientSettings } from './client-settings.js';
import { createParsedSettings } from './parsed-settings.js';

let folder: string;
let envFile: Record<string, string>;
beforeAll(async () => {
  folder = await temporaryFolder();
  envFile = { ASKWELL_ENV_FILE: join(folder, '.env') };
  await writeFile(join(folder, '.env'), 'ASKWELL_BASE_URL=https://folder.example\nASKWELL_API_KEY=ask_folder');
  await writeFile(join(folder, 'key'), 'ask_mine');
});
afterAll(() => rm(folder, { recursive: true }));

const settingsOf = (flags: Record<string, string>, environment: Record<string, string>) =>
  clientSettings(createParsedSettings(flags, clientEnvironment(flags, { ...envFile, ...environment }), clientFlags));

test('.env has the URL and the key', () => {
  expect(settingsOf({}, {})).toEqual({ baseUrl: 'https://folder.example', key: 'ask_folder' });
  expect(settingsOf({ 'base-url': 'https://mine.example' }, {}).baseUrl).toBe('https://mine.example');
});

test('a key from elsewhere is not sent to the URL in .env', () => {
  const mine = { baseUrl: 'http://127.0.0.1:3000', key: 'ask_mine' };
  expect(settingsOf({}, { ASKWELL_API_KEY: 'ask_mine' })).toEqual(mine);
  expect(settingsOf({}, { ASKWELL_API_KEY_FILE: join(folder, 'key') })).toEqual(mine);
  expect(settingsOf({ 'api-key-file': join(folder, 'key') }, {})).toEqual(mine);
});
