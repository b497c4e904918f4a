import { afterEach, describe, expect, test } from 'vitest';
import { readDocs } from './support/docs/read-docs.js';
import { type App, createApp } from './support/processes/developer-app.js';
import { runCli } from './support/processes/run-cli.js';

let app: App;
afterEach(() => app?.remove());

/** The frameworks that the documentation names, each with the files by which `askwell init` detects it. */
const apps: Readonly<Record<string, Readonly<Record<string, string | object>>>> = {
  'Next.js': { 'package.json': dependsOn('next'), 'next.config.ts': 'export default {};' },
  Payload: { 'package.json': dependsOn('payload', 'next'), 'next.config.mjs': 'export default {};' },
  SvelteKit: { 'package.json': dependsOn('@sveltejs/kit') },
  Nuxt: { 'package.json': dependsOn('nuxt') },
  'React Router': { 'package.json': dependsOn('@react-router/dev'), 'tsconfig.json': {} },
  Astro: { 'package.json': dependsOn('astro'), 'astro.config.mjs': 'export default {};' },
  'TanStack Start': { 'package.json': dependsOn('@tanstack/react-start') },
  AdonisJS: { 'package.json': dependsOn('@adonisjs/core'), 'tsconfig.json': {} },
  Nest: { 'package.json': dependsOn('@nestjs/core') },
  Express: { 'package.json': dependsOn('express') },
  Fastify: { 'package.json': dependsOn('fastify') },
  Koa: { 'package.json': dependsOn('koa') },
  Hono: { 'package.json': dependsOn('hono') },
  'plain Node': { 'package.json': {} },
};

function dependsOn(...names: readonly string[]): object {
  return { type: 'module', dependencies: Object.fromEntries(names.map((name) => [name, '*'])) };
}

/** Returns the names of frameworks in a text such as "Express 4 and 5, Nest and plain Node". */
const namesIn = (text: string): string[] => text.replace(/ \d and \d/g, '').split(/, | and /);

const [, table = ''] =
  /^\| framework \| lines to add \|\n\| --- \| --- \|\n((?:\|.*\n)+)/m.exec(await readDocs('getting-started.md')) ?? [];

/** What developers add by hand, by framework, as getting-started.md says. */
const documentedLines = new Map(
  [...table.matchAll(/^\| (.*) \| (.*) \|$/gm)].flatMap(([, names = '', lines = '']) =>
    namesIn(names).map((name) => [name, lines] as const),
  ),
);

describe('the frameworks of `askwell init`', () => {
  test('match the table in getting-started.md and the help', async () => {
    const { stdout } = await runCli(['init', '--help']);
    const [, supported = ''] = /Supports ([^.]*(?:\.js[^.]*)?)\./.exec(stdout.replace(/\s+/g, ' ')) ?? [];
    expect(namesIn(supported).sort()).toEqual(Object.keys(apps).sort());
    expect([...documentedLines.keys()].sort()).toEqual(Object.keys(apps).sort());
  });

  test('include the frameworks that the README lists', async () => {
    const section = /^## In your app$(.*?)^## /ms.exec(await readDocs('../README.md'))?.[1] ?? '';
    const named = [...section.matchAll(/\(docs\/frameworks\/([\w-]+)\.md\)/g)].map(([, page]) => page);
    expect(named.length).toBeGreaterThan(10);
    const pages = Object.keys(apps).map((name) =>
      name
        .toLowerCase()
        .replace(/^plain |js$|\.js$/g, '')
        .replace(' ', '-'),
    );
    for (const page of named) expect(pages).toContain(page);
  });
});

test.each([...documentedLines])('in %s, the lines to add are %s, as the table says', async (name, documented) => {
  app = await createApp(apps[name] ?? {});
  const { stdout } = await app.init('--yes');
  const places = [...stdout.matchAll(/^\d\. Add to ([^\n]+):\n\n(.*?)\n\n(?=\d\. )/gms)];
  if (documented === 'none') return expect(stdout).not.toContain('Add to');
  const files = [...documented.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
  expect(places).toHaveLength(Math.max(files.length, 1));
  for (const [at, file] of files.entries()) expect(places[at]?.[1]).toContain(file);
  const added = places.map(([, , lines = '']) => lines).join('\n');
  const expected: readonly [RegExp, RegExp][] = [
    [/^one in the configuration of Next\.js/, /^ {5}serverExternalPackages: [^\n]+$/],
    [/^two routes/, /^ {5}route\([^\n]+\n {5}route\([^\n]+$/],
    [/^one in `astro/, /^ {5}vite: [^\n]+$/],
    [/^a middleware .* a route/, /askwell_middleware[\s\S]*router\.get\('\/poll'/],
    [/^a route for Askwell, and one for the page$/, /askwell[\s\S]*(?:'\/polls|toKoaMiddleware)[\s\S]*'\/poll'/],
  ];
  const [, pattern] = expected.find(([words]) => words.test(documented)) ?? expect.unreachable(documented);
  expect(added).toMatch(pattern);
});
