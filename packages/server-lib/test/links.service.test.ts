import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const published = ['packages/server-lib', 'packages/client-sdk', 'packages/browser-widget'];
const docs = ['docs', 'docs/decisions', 'docs/frameworks', 'docs/operations'];
const folders = ['.', ...docs, 'bench', 'examples/cluster', 'examples/express', 'examples/node-http', ...published];

/** The start of links from outside of the repository. */
const repository = 'https://github.com/askwell/askwell/blob/main/';

async function pagesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder));
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

const pages = (await Promise.all(folders.map(pagesIn))).flat();

/** Returns the fragment of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

async function anchorsOf(page: string): Promise<string[]> {
  const text = await readFile(join(root, page), 'utf8');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

/** Returns the links of a page to files of the repository. */
function linksIn(text: string): { link: string; path: string; anchor: string | undefined }[] {
  return [...text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)]
    .map(([link, path = '', anchor]) => ({ link, path, anchor }))
    .filter(({ path }) => path.startsWith(repository) || !/^https?:/.test(path));
}

test.each(published)('the links of the README of %s work outside of the repository', async (folder) => {
  const links = linksIn(await readFile(join(root, folder, 'README.md'), 'utf8'));
  expect(links.filter(({ path }) => path !== '' && !path.startsWith(repository))).toEqual([]);
});

test.each(pages)('the links of %s lead to existing files and headings', async (page) => {
  for (const { link, path, anchor } of linksIn(await readFile(join(root, page), 'utf8'))) {
    const inRepository = path.startsWith(repository) ? path.slice(repository.length) : undefined;
    const target = inRepository ?? (path === '' ? page : join(dirname(page), path));
    const found = await readdir(join(root, dirname(target)));
    expect(found, link).toContain(target.split('/').at(-1));
    if (anchor !== undefined) expect(await anchorsOf(target), link).toContain(anchor);
  }
});

/** The pages for maintainers. In other pages, paths belong to an app. */
const internalPages = [...pages.filter((page) => /^docs.decisions/.test(page)), 'ARCHITECTURE.md', 'CONTRIBUTING.md'];

/** Returns the files and folders in a folder, as paths with slashes. */
async function pathsIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names.map((name) => `/${folder}/${name.replaceAll('\\', '/')}`);
}

/** Returns the file names in a page, such as `db/locks.ts`. Names like `x.test.ts` stand for many files. */
function fileNamesIn(text: string): string[] {
  const names = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([\w./-]+\.(?:ts|mjs|css|json|md))`/g);
  return [...names].map(([, name = '']) => name).filter((name) => !name.startsWith('x.'));
}

test('the files that pages for maintainers name exist', async () => {
  const folders = published.flatMap((name) => ['src', 'test', 'build'].map((folder) => `${name}/${folder}`));
  const found = await Promise.all(
    [...folders, 'scripts', 'docs', 'bench/src'].map((folder) => pathsIn(folder).catch(() => [])),
  );
  const top = [
    ...(await readdir(root)),
    ...published.flatMap((name) => [`${name}/tsup.config.ts`, `${name}/package.json`]),
  ];
  const paths = [...found.flat(), ...top.map((name) => `/${name}`)];
  const missing: string[] = [];
  for (const page of internalPages)
    for (const name of fileNamesIn(await readFile(join(root, page), 'utf8')))
      if (!paths.some((path) => path.endsWith(`/${name}`))) missing.push(`${page}: ${name}`);
  expect(missing).toEqual([]);
});

test('the list of decisions names each page once, in order', async () => {
  const list = await readFile(join(root, 'docs/decisions/README.md'), 'utf8');
  const listed = [...list.matchAll(/^\| \[\d+\]\(([^)]+)\)/gm)].map(([, name]) => name);
  const names = (await pagesIn('docs/decisions')).map((page) => page.split('/').at(-1));
  expect(listed).toEqual(names.filter((name) => name !== 'README.md').sort());
});
