import { readFile } from 'node:fs/promises';
import { AskwellForm, AskwellPoll, AskwellQuiz } from '@askwell/widget';
import { beforeAll, describe, expect, test } from 'vitest';

interface Named {
  readonly name: string;
  readonly description: string;
  readonly type?: { readonly text: string };
}
interface Declaration {
  readonly name: string;
  readonly tagName: string;
  readonly description: string;
  readonly attributes: readonly Named[];
  readonly events: readonly Named[];
  readonly cssProperties: readonly Named[];
  readonly cssParts: readonly Named[];
}
interface Manifest {
  readonly schemaVersion: string;
  readonly modules: readonly { readonly path: string; readonly declarations: readonly Declaration[] }[];
}

const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');
let declarations: readonly Declaration[];
let readme: string;

beforeAll(async () => {
  const { customElements }: { customElements: string } = JSON.parse(await read('package.json'));
  const manifest: Manifest = JSON.parse(await read(customElements));
  expect(manifest.schemaVersion).toBe('1.0.0');
  expect(manifest.modules.map(({ path }) => path)).toEqual(['dist/index.js']);
  declarations = manifest.modules.flatMap((module) => module.declarations);
  readme = await read('README.md');
});

test('the manifest has the three elements', () => {
  const tags = declarations.map(({ name, tagName }) => [name, tagName]);
  expect(tags).toEqual([
    ['AskwellPoll', 'askwell-poll'],
    ['AskwellQuiz', 'askwell-quiz'],
    ['AskwellForm', 'askwell-form'],
  ]);
});

describe.each([
  ['poll', AskwellPoll],
  ['quiz', AskwellQuiz],
  ['form', AskwellForm],
])('the %s', (kind, { observedAttributes }) => {
  const element = () => declarations.find(({ tagName }) => tagName === `askwell-${kind}`);
  const namesOf = (list: readonly Named[] = []) => list.map(({ name }) => name).sort();
  /** The names in the first column of the README's tables under a heading. */
  const inReadme = (heading: string) => {
    const [, section = ''] = readme.split(`\n## ${heading}\n`);
    const rows = (section.split('\n## ')[0] ?? '').matchAll(/^\| (`[^|]+`) \|/gm);
    return [...rows].flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  };

  test('has every attribute', () => {
    const isOwn = (name: string) => !name.endsWith('-id') || name === `${kind}-id`;
    const names = namesOf(element()?.attributes);
    expect(names).toEqual(expect.arrayContaining(observedAttributes.filter(isOwn)));
    expect(names).toEqual(inReadme('Attributes').filter(isOwn).sort());
  });

  test('has every event with its type', () => {
    expect(namesOf(element()?.events)).toEqual(inReadme('Events').sort());
    for (const { type } of element()?.events ?? []) expect(type?.text).toMatch(`Detail<'${kind}'>>`);
  });

  test('has every custom property and part', async () => {
    const sheets = await Promise.all(
      ['ui/widget', 'questions/questions', 'quiz/quiz', 'results/results'].map((name) => read(`src/${name}.css`)),
    );
    const styled = [...sheets.join('\n').matchAll(/var\((--askwell-[a-z-]+)/g)].map(([, name]) => name);
    expect(namesOf(element()?.cssProperties)).toEqual([...new Set(styled)].sort());
    const looks = inReadme('Looks').flatMap((names) => names.split(' '));
    const all = [...namesOf(element()?.cssProperties), ...namesOf(element()?.cssParts)];
    expect(all.sort()).toEqual(looks.sort());
  });

  test('describes all of them', () => {
    const { description, attributes = [], events = [], cssProperties = [], cssParts = [] } = element() ?? {};
    const described = [{ description }, ...attributes, ...events, ...cssProperties, ...cssParts];
    expect(described.filter((item) => !item.description)).toEqual([]);
    expect(described.length).toBeGreaterThan(50);
  });
});
