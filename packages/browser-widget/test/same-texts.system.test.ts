import type { Page as Tab } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soakFactor } from '../../server-lib/test/support/soak-factor.js';
import { blank, close, servers } from './support/browser.js';
import { pathOf } from './support/pages.js';
import { allTypesAndLanguages, type Generated, generate, languages } from './support/same-texts/definitions.js';
import { fieldTypes } from './support/same-texts/fields.js';
import { pollTypes } from './support/same-texts/polls.js';
import { questionTypes } from './support/same-texts/quizzes.js';
import { readPages, readWidgets } from './support/same-texts/read-texts.js';
import { createSurfaces, type Stages, type Surfaces, states } from './support/same-texts/surfaces.js';

/** The number of generated definitions. */
const count = allTypesAndLanguages * soakFactor;
/** The number of definitions that are shown at once. */
const batchSize = 125;

let surfaces: Surfaces;
let tab: Tab;

beforeAll(async () => {
  surfaces = await createSurfaces();
  tab = await blank({ timezoneId: 'UTC' });
  // So many elements need a long time, which only the timeout of the test limits.
  tab.setDefaultTimeout(0);
  // The asks change.
  await (await tab.context().newCDPSession(tab)).send('Network.setCacheDisabled', { cacheDisabled: true });
});
afterAll(async () => {
  await close(tab);
  await surfaces.close();
});

interface Ask extends Generated {
  readonly stages: Stages;
}

/** Shows the widgets on a new page, since they share what they have read. Waits until each has loaded all of its parts. */
async function showWidgets(elements: readonly string[]): Promise<void> {
  // Without a layout, which would take most of the time.
  const head = `<style>main { display: none }</style><script src="${surfaces.url}/widget.js"></script>`;
  await tab.goto(servers.site + pathOf({ body: '', head }));
  await tab.evaluate((markup) => {
    const main = document.querySelector('main');
    if (main) main.innerHTML = markup;
  }, elements.join('\n'));
  await tab.waitForFunction(() =>
    [...document.querySelectorAll('main > *')].every((element) => {
      const { shadowRoot } = element;
      if (element.matches('[data-start][state="start"]')) {
        shadowRoot?.querySelector<HTMLElement>('.primary:not([data-clicked])')?.click();
        shadowRoot?.querySelector('.primary')?.setAttribute('data-clicked', '');
        return false;
      }
      return (
        element.matches('[state]:not([state="loading"])') &&
        (element.matches('[data-empty]') || !shadowRoot?.querySelector('.standing:empty'))
      );
    }),
  );
}

interface Texts {
  readonly name: string;
  readonly page: readonly string[];
  readonly widget: readonly string[];
}

/** Returns texts without white space, which depends on the layout. A visitor may have an own order. */
function asRead(texts: readonly string[] = [], isShuffled: boolean): string {
  const text = texts.join('').replace(/\s/g, '');
  return isShuffled ? [...text].sort().join('') : text;
}

/** Returns the texts that differ in a state. */
async function compare(asks: readonly Ask[], state: (typeof states)[number]): Promise<Texts[]> {
  const all = await Promise.all(asks.map(async (ask) => ({ ask, reading: await ask.stages[state]() })));
  const shown = all.flatMap(({ ask, reading }) => (reading ? { ask, reading } : []));
  await showWidgets(shown.map(({ reading }) => reading.element));
  const pages = await readPages(
    tab,
    shown.map(({ reading }) => reading.html),
  );
  const widgets = await readWidgets(tab);
  return shown.flatMap(({ ask: { at, language, definition } }, index) => {
    const { kind, type } = definition;
    // Each start has an own order.
    const isShuffled = definition.isShuffled || state === 'started';
    const [page, widget] = [pages, widgets].map((texts) => {
      return texts[index] ?? [];
    });
    return asRead(page, isShuffled) === asRead(widget, isShuffled)
      ? []
      : [{ name: `${at}: ${kind} ${type} in ${language}, ${state}`, page: page ?? [], widget: widget ?? [] }];
  });
}

test('definitions of each type in each language have the same texts on hosted pages without scripts and in the widget', {
  timeout: 180_000 * soakFactor,
}, async () => {
  const seen = new Set<string>();
  const differences: Texts[] = [];
  for (let start = 0; start < count; start += batchSize) {
    const generated = Array.from({ length: Math.min(batchSize, count - start) }, (_, at) => generate(start + at));
    for (const { language, definition } of generated) seen.add(`${definition.kind} ${definition.type} ${language}`);
    const asks = await Promise.all(generated.map(async (one) => ({ ...one, stages: await surfaces.create(one) })));
    for (const state of states) differences.push(...(await compare(asks, state)));
  }
  // The name begins with the number that generates the definition again.
  expect(differences.slice(0, 3)).toEqual([]);
  expect(seen.size).toBe((pollTypes.length + questionTypes.length + fieldTypes.length) * languages.length);
});
