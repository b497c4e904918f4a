import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/folder.js';
import { OptionError } from './option-error.js';
import { parseSecret, readOrCreateSecret } from './secret.js';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true }));

test('the first start makes a secret for the eyes of its owner alone, and later ones read it', async () => {
  const database = join(folder, 'first.db');
  const secret = readOrCreateSecret(database);
  const { mode } = await stat(`${database}.secret`);
  expect(mode & 0o777).toBe(0o600);
  expect(await readFile(`${database}.secret`, 'utf8')).toBe(`${secret}\n`);
  expect(Buffer.from(secret.toString(), 'base64url')).toHaveLength(32);
  expect(readOrCreateSecret(database)).toEqual(secret);
});

test('two databases have two secrets', () => {
  expect(readOrCreateSecret(join(folder, 'one.db'))).not.toEqual(readOrCreateSecret(join(folder, 'two.db')));
});

test('a database has one secret, by whatever links it is reached', async () => {
  const room = join(folder, 'links');
  await mkdir(join(room, 'data'), { recursive: true });
  await symlink('data/askwell.db', join(room, 'link.db'));
  await symlink('link.db', join(room, 'link-to-link.db'));
  const beforeItIsMade = readOrCreateSecret(join(room, 'link-to-link.db'));
  await writeFile(join(room, 'data', 'askwell.db'), '');
  for (const name of ['data/askwell.db', 'link.db', 'link-to-link.db']) {
    expect(readOrCreateSecret(join(room, name))).toEqual(beforeItIsMade);
  }
  expect((await readdir(room)).sort()).toEqual(['data', 'link-to-link.db', 'link.db']);
  expect((await readdir(join(room, 'data'))).sort()).toEqual(['askwell.db', 'askwell.db.secret']);
});

test('links that lead in a circle are said', async () => {
  const database = join(folder, 'circle.db');
  await symlink('circle.db', database);
  expect(() => readOrCreateSecret(database)).toThrow(/circle\.db\.secret can't be read or made \(ELOOP\)/);
});

test('whether one may be made is asked only where there is none', async () => {
  const database = join(folder, 'asked.db');
  const refuse = () => {
    throw new Error('No database.');
  };
  expect(() => readOrCreateSecret(database, refuse)).toThrow('No database.');
  expect(await readdir(folder)).not.toContain('asked.db.secret');
  expect(readOrCreateSecret(database, () => {})).toEqual(readOrCreateSecret(database, refuse));
});

test('processes that start at once agree on one secret, and leave no drafts behind', async () => {
  const room = join(folder, 'together');
  await mkdir(room);
  const script = join(folder, 'start.mjs');
  await build({
    stdin: {
      contents: `import { readOrCreateSecret } from './secret.ts'; process.stdin.once('data', () => { process.stdout.write(readOrCreateSecret(${JSON.stringify(join(room, 'askwell.db'))})); process.stdin.destroy(); }); process.stderr.write('up');`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: script,
  });
  const starts = Array.from({ length: 6 }, () => spawn(process.execPath, [script]));
  await Promise.all(starts.map((start) => once(start.stderr, 'data')));
  const secrets = starts.map(async (start) => {
    const [said] = await Promise.all([once(start.stdout, 'data'), once(start, 'exit')]);
    return String(said[0]);
  });
  for (const start of starts) start.stdin.write('go');
  expect(new Set(await Promise.all(secrets)).size).toBe(1);
  expect(await readdir(room)).toEqual(['askwell.db.secret']);
});

test('a secret that was cut short is not taken and not replaced', async () => {
  const database = join(folder, 'short.db');
  await writeFile(`${database}.secret`, 'too short\n');
  expect(() => readOrCreateSecret(database)).toThrow(
    `${database}.secret holds no secret of at least 32 characters. Restore it from a backup.`,
  );
  expect(await readFile(`${database}.secret`, 'utf8')).toBe('too short\n');
});

test('a folder that is missing is named, with what to do', () => {
  const missing = join(folder, 'missing');
  expect(() => readOrCreateSecret(join(missing, 'askwell.db'))).toThrow(
    `The folder ${missing} does not exist. Create it, or give another path for the database.`,
  );
});

test('a secret that can not be read is named, with what to do', async () => {
  const database = join(folder, 'folder.db');
  await mkdir(`${database}.secret`);
  expect(() => readOrCreateSecret(database)).toThrow(
    `${database}.secret can't be read or made (EISDIR). Change its permissions or its folder's, or give a secret.`,
  );
});

test('a given secret has at least 32 characters', () => {
  expect(parseSecret('0123abcd'.repeat(4)).toString()).toBe('0123abcd'.repeat(4));
  expect(() => parseSecret('x'.repeat(31))).toThrow(
    new OptionError('secret: expected at least 32 characters, got 31. `openssl rand -hex 32` prints a good one.'),
  );
});

test.each([
  ['a', 1],
  ['abcdefg', 7],
])('a secret of %j over and over is refused', (piece, distinct) => {
  const secret = piece.repeat(40);
  const message = `secret: expected at least 8 different characters, got ${distinct}. \`openssl rand -hex 32\` prints a good one.`;
  expect(() => parseSecret(secret)).toThrow(new OptionError(message));
});
