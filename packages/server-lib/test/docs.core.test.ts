import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { variableName } from '../src/cli/parsed-settings.js';
import { serveFlags } from '../src/cli/serve/settings/serve-settings.js';
import { otherFaults, refusals, visitorFaults } from '../src/faults/catalogue.js';
import { createFormBrowser, makeKey, register } from './support/browser/form-browser.js';
import {
  examplesOf,
  exportsOf,
  pairsOf,
  parseReply,
  readDocs,
  reduceTo,
  runInShell,
} from './support/docs/curl-examples.js';
import { type SocketServer, startServer } from './support/servers/start-server.js';
import { temporaryFolder } from './support/temporary-folder.js';

/** The pages with commands. Each page gets its own server. */
const pages = await Promise.all(
  ['rest.md', 'asks.md', 'polls.md', 'quizzes.md', 'forms.md', 'embedding.md', 'changes.md'].map(async (name) => {
    const text = await readDocs(name);
    return { name, text, examples: examplesOf(text) };
  }),
);

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

describe.each(pages)('the replies in $name are those of the server', ({ text, examples }) => {
  let server: SocketServer;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await startServer({ clock: clockFrom('2026-01-31T09:05:07Z') });
    const browser = createFormBrowser(server);
    await register(browser);
    env = { BASE_URL: server.url, API_KEY: await makeKey(browser, { name: 'Shop' }) };
  });
  afterAll(() => server.close());

  test('every command has a reply below it', () => {
    expect(examples).toHaveLength([...text.matchAll(/^```sh$/gm)].length);
    expect(examples.length).toBeGreaterThan(3);
  });

  // In the order of the page, because later commands read the IDs of earlier ones from the environment.
  test.each(examples)('$title', async ({ command, reply }) => {
    const output = await runInShell(command, env);
    Object.assign(env, exportsOf(output));
    const shown = parseReply(reply);
    expect(reduceTo(shown, parseReply(output))).toEqual(shown);
  });
});

test('the program in in-process.md prints the text below it', async () => {
  const examples = pairsOf(await readDocs('in-process.md'), 'js', 'text');
  const folder = await temporaryFolder();
  const program = join(folder, 'program.mjs');
  const code = examples.map(({ upper }) => upper).join('\n');
  await writeFile(program, `export default async function ({ askwell, console }) {\n${code}\n}`);
  const { default: start } = await import(/* @vite-ignore */ pathToFileURL(program).href);

  const server = await startServer();
  let printed = '';
  const log = (...values: unknown[]): void => {
    printed += `${format(...values)}\n`;
  };
  try {
    await start({ askwell: server.askwell, console: { log } });
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
  expect(printed).toBe(examples.map(({ lower }) => lower).join(''));
  expect(examples.length).toBeGreaterThan(2);
});

/** A clock that starts at a fixed time, so that all answers of a page are in the same hour. */
function clockFrom(time: string): () => number {
  const ahead = Date.parse(time) - Date.now();
  return () => Date.now() + ahead;
}
