import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folders = ['.', 'docs', 'docs/decisions', 'examples/express', 'examples/node-http', 'packages/server-lib'];

async function pagesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder));
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

const pages = (await Promise.all(folders.map(pagesIn))).flat();

/** What a heading is called in a link. */
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

test.each(pages)('the links of %s lead somewhere', async (page) => {
  const text = await readFile(join(root, page), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)];
  for (const [link, path = '', anchor] of links) {
    const target = path === '' ? page : join(dirname(page), path);
    const found = await readdir(join(root, dirname(target)));
    expect(found, link).toContain(target.split('/').at(-1));
    if (anchor !== undefined) expect(await anchorsOf(target), link).toContain(anchor);
  }
});

test('every decision stands in their list', async () => {
  const list = await readFile(join(root, 'docs/decisions/README.md'), 'utf8');
  for (const page of await pagesIn('docs/decisions')) {
    const name = page.split('/').at(-1) ?? '';
    if (name !== 'README.md') expect(list).toContain(`(${name})`);
  }
});
