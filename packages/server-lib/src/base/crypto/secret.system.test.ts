import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { OptionError } from '../validation/option-error.js';
import { parseSecret, readOrCreateSecret } from './secret.js';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true }));

test('creates a file that only its owner can read, and reads it later', async () => {
  const database = join(folder, 'first.db');
  const secret = readOrCreateSecret(database);
  const { mode } = await stat(`${database}.secret`);
  expect(mode & 0o777).toBe(0o600);
  expect(await readFile(`${database}.secret`, 'utf8')).toBe(`${secret}\n`);
  expect(Buffer.from(secret.toString(), 'base64url')).toHaveLength(32);
  expect(readOrCreateSecret(database)).toEqual(secret);
});

test('creates different secrets for different databases', () => {
  expect(readOrCreateSecret(join(folder, 'one.db'))).not.toEqual(readOrCreateSecret(join(folder, 'two.db')));
});

test('a database has the same secret through all symbolic links', async () => {
  const directory = join(folder, 'links');
  await mkdir(join(directory, 'data'), { recursive: true });
  await symlink('data/askwell.db', join(directory, 'link.db'));
  await symlink('link.db', join(directory, 'link-to-link.db'));
  const beforeCreation = readOrCreateSecret(join(directory, 'link-to-link.db'));
  await writeFile(join(directory, 'data', 'askwell.db'), '');
  for (const name of ['data/askwell.db', 'link.db', 'link-to-link.db']) {
    expect(readOrCreateSecret(join(directory, name))).toEqual(beforeCreation);
  }
  expect((await readdir(directory)).sort()).toEqual(['data', 'link-to-link.db', 'link.db']);
  expect((await readdir(join(directory, 'data'))).sort()).toEqual(['askwell.db', 'askwell.db.secret']);
});

test('reports circular symbolic links', async () => {
  const database = join(folder, 'circle.db');
  await symlink('circle.db', database);
  expect(() => readOrCreateSecret(database)).toThrow(/^Cannot read or create .*circle\.db\.secret \(ELOOP\)/);
});

test('calls requireCreatable only before it creates a file', async () => {
  const database = join(folder, 'refused.db');
  const refuse = () => {
    throw new Error('No database.');
  };
  expect(() => readOrCreateSecret(database, refuse)).toThrow('No database.');
  expect(await readdir(folder)).not.toContain('refused.db.secret');
  expect(readOrCreateSecret(database, () => {})).toEqual(readOrCreateSecret(database, refuse));
});

test('processes that start at the same time use the same secret, and leave no other files', async () => {
  const directory = join(folder, 'together');
  await mkdir(directory);
  const script = join(folder, 'start.mjs');
  await build({
    stdin: {
      contents: `import { readOrCreateSecret } from './secret.ts'; process.stdin.once('data', () => { process.stdout.write(readOrCreateSecret(${JSON.stringify(join(directory, 'askwell.db'))})); process.stdin.destroy(); }); process.stderr.write('up');`,
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
    const [[output]] = await Promise.all([once(start.stdout, 'data'), once(start, 'exit')]);
    return String(output);
  });
  for (const start of starts) start.stdin.write('go');
  expect(new Set(await Promise.all(secrets)).size).toBe(1);
  expect(await readdir(directory)).toEqual(['askwell.db.secret']);
});

test('rejects a truncated file and does not replace it', async () => {
  const database = join(folder, 'short.db');
  await writeFile(`${database}.secret`, 'too short\n');
  expect(() => readOrCreateSecret(database)).toThrow(
    `${database}.secret does not contain a secret of at least 32 characters. Restore it from a backup.`,
  );
  expect(await readFile(`${database}.secret`, 'utf8')).toBe('too short\n');
});

test('reports a missing folder', () => {
  const missing = join(folder, 'missing');
  expect(() => readOrCreateSecret(join(missing, 'askwell.db'))).toThrow(
    `The folder ${missing} does not exist. Create it, or give another path for the database.`,
  );
});

test('reports a file that cannot be read', async () => {
  const database = join(folder, 'folder.db');
  await mkdir(`${database}.secret`);
  expect(() => readOrCreateSecret(database)).toThrow(
    `Cannot read or create ${database}.secret (EISDIR). Change the permissions of the file or its folder, or set the secret with the \`secret\` option, ASKWELL_SECRET or SECRET.`,
  );
});

test('requires at least 32 characters', () => {
  expect(parseSecret('0123abcd'.repeat(4)).toString()).toBe('0123abcd'.repeat(4));
  expect(() => parseSecret('x'.repeat(31))).toThrow(
    new OptionError('secret: expected at least 32 characters, got 31. Create one with `openssl rand -hex 32`.'),
  );
});

test.each([
  ['a', 1],
  ['abcdefg', 7],
])('rejects a secret that repeats %j', (part, distinct) => {
  const secret = part.repeat(40);
  const message = `secret: expected at least 8 different characters, got ${distinct}. Create one with \`openssl rand -hex 32\`.`;
  expect(() => parseSecret(secret)).toThrow(new OptionError(message));
});
