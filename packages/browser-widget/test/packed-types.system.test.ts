import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPacked, typeCheck } from './support/packed.js';

const consumers = fileURLToPath(new URL('./consumers', import.meta.url));
let project: string;
let files: string[];

beforeAll(async () => {
  project = await installPacked({ '@types/react': '@types/react', vue: 'vue', svelte: 'svelte' });
  files = await readdir(consumers);
  for (const file of files) await copyFile(join(consumers, file), join(project, file));
});
afterAll(() => rm(project, { recursive: true, force: true }));

test.each(['node16', 'nodenext', 'bundler'])('the packed declarations are valid under %s', (resolution) => {
  expect(files).not.toEqual([]);
  expect(typeCheck(project, resolution, files)).toBe('');
});

test('the packed declarations import nothing that the package does not ship or name as a peer', async () => {
  const dist = join(project, 'node_modules/@askwell/widget/dist');
  const declarations = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
  const texts = await Promise.all(declarations.map((file) => readFile(join(dist, file), 'utf8')));
  const imported = texts.flatMap((text) => [...text.matchAll(/from '([^'.][^']*)'/g)].map(([, name]) => name));
  const { peerDependencies = {} }: { peerDependencies?: Record<string, string> } = JSON.parse(
    await readFile(join(dist, '../package.json'), 'utf8'),
  );
  expect(declarations).toContain('index.d.ts');
  expect(imported.filter((name) => !Object.hasOwn(peerDependencies, name?.split('/')[0] ?? ''))).toEqual([]);
});
