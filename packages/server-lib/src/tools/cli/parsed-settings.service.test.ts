import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { createParsedSettings } from './parsed-settings.js';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'secret');
  await writeFile(file, 'the content of a file\n');
});
afterAll(() => rm(folder, { recursive: true }));

const known = ['secret', 'database-url'].map((name) => ({ name, hasFile: true as const }));
const parse = (text: string, name: string): string[] => [text, name];

test('SECRET_FILE and DATABASE_URL_FILE name files with the value', () => {
  const { setting } = createParsedSettings({}, { SECRET_FILE: file, DATABASE_URL_FILE: file }, known);
  expect(setting('secret', parse)).toEqual(['the content of a file', 'The content of SECRET_FILE']);
  expect(setting('database-url', parse)).toEqual(['the content of a file', 'The content of DATABASE_URL_FILE']);
});

test('a flag overrides the file of its variable', () => {
  const { setting } = createParsedSettings({ secret: 'of the flag' }, { SECRET_FILE: file }, known);
  expect(setting('secret', parse)).toEqual(['of the flag', '--secret']);
});

test('other settings have no file', () => {
  expect(createParsedSettings({}, { PORT_FILE: file }, [{ name: 'port' }]).setting('port', parse)).toBeUndefined();
});

test('a file overrides the variable, which the image of a container may set', () => {
  const { setting } = createParsedSettings({}, { SECRET: 'of the variable', SECRET_FILE: file }, known);
  expect(setting('secret', parse)).toEqual(['the content of a file', 'The content of SECRET_FILE']);
});

test('a file that cannot be read is refused', () => {
  const missing = createParsedSettings({}, { SECRET_FILE: join(folder, 'missing') }, known);
  expect(() => missing.setting('secret', parse)).toThrow(/^SECRET_FILE: cannot read .*missing \(ENOENT\)\.$/);
});

const own = [{ name: 'secret', ownVariable: 'ASKWELL_SECRET', hasFile: true as const }];

test.each([
  [{ ASKWELL_SECRET: 'own', SECRET: 'of the app', SECRET_FILE: 'unread' }, ['own', 'ASKWELL_SECRET']],
  [{ SECRET: 'of the app' }, ['of the app', 'SECRET']],
  [{ ASKWELL_SECRET: '', SECRET: 'of the app' }, ['of the app', 'SECRET']],
])('a variable of Askwell overrides the one that an app may use: %j', (environment, expected) => {
  expect(createParsedSettings({}, environment, own).setting('secret', parse)).toEqual(expected);
});

test('a variable of Askwell can name a file', () => {
  const environment = { ASKWELL_SECRET_FILE: file, ASKWELL_SECRET: 'of the variable', SECRET: 'of the app' };
  expect(createParsedSettings({}, environment, own).setting('secret', parse)).toEqual([
    'the content of a file',
    'The content of ASKWELL_SECRET_FILE',
  ]);
});
