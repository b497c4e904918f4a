import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { variableName } from '../src/cli/parsed-settings.js';
import { serveFlags } from '../src/cli/serve/settings/serve-settings.js';
import { otherFaults, refusals, visitorFaults } from '../src/faults/catalogue.js';
import { readDocs } from './support/docs/read-docs.js';
import { allTools, readTools } from './support/mcp/expected-tools.js';

test('the documentation lists every setting of the command, and no other', async () => {
  const section = (await readDocs('configuration.md')).split(/^## /m)[1] ?? '';
  const described = [...section.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  const settings = serveFlags.filter(({ valueName }) => valueName !== undefined);
  expect(described).toEqual(settings.map(({ name }) => variableName(name)));
  const flags = [...section.matchAll(/^\| `--([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(flags).toEqual(serveFlags.filter(({ valueName }) => valueName === undefined).map(({ name }) => name));
});

test('faults.md lists every code of the catalogue with its text and parameters, and no other', async () => {
  const tables = [...(await readDocs('faults.md')).matchAll(/^\| code \|.*\n\| ---.*\n((?:\|.*\n)+)/gm)];
  expect(tables.map(([, rows = '']) => rows.trimEnd().split('\n'))).toEqual(
    [visitorFaults, otherFaults, refusals].map((faults) => Object.entries(faults).map(faultRow)),
  );
});

/** Returns the row of a fault in the tables of faults.md. */
function faultRow([code, text]: [string, string]): string {
  const params = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => `\`${name}\``).join(', ');
  return `| \`${code}\` | ${text} | ${params === '' ? '' : `${params} `}|`;
}

test('the table in mcp.md names the tools that there are', async () => {
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
