import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { checkOptions } from '../src/instance/options/check-options.js';
import { otherFaults, refusals, visitorFaults, warnings } from '../src/shared/faults/catalogue.js';
import { languages } from '../src/shared/messages/languages.js';
import { readDocs } from './support/docs/read-docs.js';
import { allTools, readTools } from './support/mcp/expected-tools.js';

/** Returns the names that the error of an unknown option lists, of the options or of one of them that is an object. */
function optionNames(outer?: string): string[] {
  const unknown = { 'not an option': 1 };
  const options = { database: ':memory:', ...(outer === undefined ? unknown : { [outer]: unknown }) };
  try {
    checkOptions(options);
  } catch (error) {
    const [, list] = /The options are: (.*)\.$/.exec(String(Object(error).message)) ?? [];
    if (list !== undefined) return list.split(', ');
  }
  return [];
}

test('the documentation lists every option of createAskwell, once, and no other', async () => {
  const section = (await readDocs('configuration.md')).split(/^## /m)[2] ?? '';
  const described = [...section.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, name = '']) => name);
  expect(new Set(described).size).toBe(described.length);
  expect([...new Set(described.map((name) => name.split('.')[0]))].sort()).toEqual(optionNames().sort());
  for (const outer of ['pages', 'limits', 'metrics', 'mcp', 'quotas', 'webhooks']) {
    const members = described
      .filter((name) => name.startsWith(`${outer}.`))
      .map((name) => name.slice(outer.length + 1));
    expect([outer, members.sort()]).toEqual([outer, optionNames(outer).sort()]);
  }
});

test('the documentation lists every language and variant with texts for visitors', async () => {
  const [, section = ''] = (await readDocs('hosted-pages.md')).split('## Languages\n');
  const described = section.split('\n## ')[0]?.match(/(?<=`)[a-z]{2}(-(in)?formal)?(?=`)/g) ?? [];
  expect(described).toEqual(expect.arrayContaining([...languages]));
  expect(section).toContain(`${languages.filter((name) => !name.includes('-')).length} languages`);
});

test('the documentation and the types name the minimum of connections that is checked', async () => {
  const types = await readFile(new URL('../src/instance/options/options.ts', import.meta.url), 'utf8');
  const minima = [await readDocs('configuration.md'), await readDocs('mounting.md'), types].map((text) =>
    [...text.matchAll(/(?:at least|`databaseConnections:) (\d+)(?=\.|`)/g)].map(([, number]) => Number(number)),
  );
  expect(minima.map(({ length }) => length > 0)).toEqual([true, true, true]);
  for (const minimum of minima.flat()) {
    expect(() => checkOptions({ database: 'postgres://localhost/app', databaseConnections: minimum })).not.toThrow();
    expect(() => checkOptions({ database: 'postgres://localhost/app', databaseConnections: minimum - 1 })).toThrow(
      `databaseConnections: expected an integer of at least ${minimum}`,
    );
  }
});

/** The pages with code of apps. */
const appPages = [
  ...(await readdir(new URL('../../../docs/frameworks', import.meta.url))).map((name) => `frameworks/${name}`),
  ...['mounting.md', 'in-process.md', 'getting-started.md', 'configuration.md', '../README.md'],
];

test.each(appPages)('%s reads no variable whose name an app may use for something else', async (name) => {
  const read = [...(await readDocs(name)).matchAll(/\benv\.([A-Z_]+)/g)].map(([, variable = '']) => variable);
  const own = ['PORT', 'NODE_ENV', 'SESSION_SECRET', 'AUTH_SECRET'];
  expect(read.filter((variable) => !variable.startsWith('ASKWELL_') && !own.includes(variable))).toEqual([]);
});

test.each([...['adonis', 'astro', 'next', 'nuxt', 'react-router', 'sveltekit', 'tanstack-start']])(
  'the app of %s.md, which loads modules again, keeps one instance',
  async (name) => {
    const [, module = ''] =
      /^(export const askwell = .*?)^\}\);$/ms.exec(await readDocs(`frameworks/${name}.md`)) ?? [];
    expect(module).toMatch(/^export const askwell = createAskwellOnce[(<]/);
    expect(module).toContain("database: process.env.ASKWELL_DATABASE ?? ''");
  },
);

test('faults.md lists every code of the catalogue with its text and parameters, and no other', async () => {
  const tables = [...(await readDocs('faults.md')).matchAll(/^\| code \|.*\n\| ---.*\n((?:\|.*\n)+)/gm)];
  expect(tables.map(([, rows = '']) => rows.trimEnd().split('\n'))).toEqual(
    [visitorFaults, otherFaults, warnings, refusals].map((faults) => Object.entries(faults).map(faultRow)),
  );
});

/** Returns the row of a fault in the tables of faults.md. */
function faultRow([code, text]: [string, string]): string {
  const params = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => `\`${name}\``).join(', ');
  return `| \`${code}\` | ${text} | ${params === '' ? '' : `${params} `}|`;
}

test('the table in mcp.md lists exactly the existing tools', async () => {
  const tools = /^## Tools$(.*?)^## /ms.exec(await readDocs('mcp.md'))?.[1] ?? '';
  const rows = [...tools.matchAll(/^\| (`.*?`) \| (yes|no) \|/gm)].map(([, names = '', reads]) => ({
    names: [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    reads: reads === 'yes',
  }));
  expect(rows.flatMap(({ names }) => names).sort()).toEqual([...allTools].sort());
  expect(rows.filter(({ reads }) => reads).flatMap(({ names }) => names)).toEqual(readTools);
});

test('every page of a framework is in the overview and has the same sections', async () => {
  const allPages = await readdir(new URL('../../../docs/frameworks', import.meta.url));
  const overview = await readDocs('mounting.md');
  for (const name of allPages) {
    expect(overview).toContain(`(frameworks/${name})`);
    const text = await readDocs(`frameworks/${name}`);
    const sections = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect([name, sections]).toEqual([name, ['Install', 'Route', 'Sign-in', 'Widget on a page', 'Deploy']]);
    expect(text).toContain('npm install @askwell/server');
  }
});
