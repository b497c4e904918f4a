import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { answerIdsIn, answersPath, linkIn, startAnswerPages } from '../../../test/support/browser/answer-pages.js';
import { type Page, wordsOf } from '../../../test/support/browser/form-browser.js';

const { server, owner, key } = await startAnswerPages();
let path: string;
let ids: string[];
beforeAll(async () => {
  const form = await createAsk(server, key, 'forms', {
    fields: [
      { type: 'short_text', label: 'Name' },
      { type: 'number', label: 'Size' },
    ],
  });
  path = answersPath(form);
  ids = [];
  for (let nth = 0; nth < 60; nth++) {
    const answers = { f1: nth % 2 === 0 ? 'Ann' : 'Ben', f2: nth };
    ids.push((await server.askwell.forms.submit(form, { answers })).id);
  }
});
afterAll(() => server.close());

const condition = (field: string, operator: string, value: string) =>
  new URLSearchParams({ field, operator, value }).toString();
const annAbove20 = `${condition('f1', 'is', 'ann')}&${condition('f2', 'greater', '20')}`;
const expected = () => ids.filter((_id, at) => at % 2 === 0 && at > 20);

/** Returns the fields of the conditions in the form. */
function conditionsIn({ text }: Page): number {
  return text.match(/role="group" aria-label="Condition \d"/g)?.length ?? 0;
}

const addressesIn = ({ text }: Page) =>
  [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&') ?? '');

test('all conditions hold together', async () => {
  const page = await owner.open(`${path}?${annAbove20}`);
  expect(answerIdsIn(page)).toEqual(expected().reverse());
  expect(wordsOf(page)).toContain('Name is “ ann ” , remove this filter Size is greater than “ 20 ”');
});

test('sorting, columns, pages and exports keep the conditions', async () => {
  const query = `${condition('f1', 'not_answered', '')}&${condition('f2', 'greater', '-1')}`;
  expect(answerIdsIn(await owner.open(`${path}?${query}`))).toEqual([]);
  const wide = `${condition('f1', 'answered', '')}&${condition('f2', 'less', '58')}`;
  const page = await owner.open(`${path}?${wide}&sort=oldest&columns=f2`);
  const next = await owner.open(linkIn(page, 'next') ?? '');
  const last = await owner.open(linkIn(next, 'next') ?? '');
  expect([page, next, last].flatMap(answerIdsIn)).toEqual(ids.slice(0, 58));
  const csv = await owner.open(`${path}/export?${wide}&sort=oldest&format=csv`);
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(59);
  const [, exported] = page.text.split('class="tool export-tool"');
  expect(exported?.match(/type="hidden" name="(field|operator|value|sort)"/g)).toHaveLength(7);
  const [columns] = page.text
    .split('class="tool columns-tool"')
    .slice(1)
    .map((rest) => rest.split('</details>')[0]);
  expect(columns?.match(/type="hidden" name="(field|operator|value)"/g)).toHaveLength(6);
  const [one] = addressesIn(page).filter((href) => href.includes(`/${ids[3]}?`));
  const answer = await owner.open(one ?? '');
  expect(linkIn(answer, 'next')).toContain(wide);
});

test('heads of columns sort, in both directions, with the filters', async () => {
  const filter = condition('f2', 'less', '40');
  owner.cookies.delete('askwell-columns');
  const head = (page: Page, label: string) =>
    new RegExp(`href="([^"]*)" dir="auto">${label}</a></th>`).exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const byName = await owner.open(head(await owner.open(`${path}?${filter}`), 'Name'));
  const next = await owner.open(linkIn(byName, 'next') ?? '');
  const oldest = (rest: number) => ids.filter((_id, at) => at < 40 && at % 2 === rest);
  expect([byName, next].flatMap(answerIdsIn)).toEqual([...oldest(0), ...oldest(1)]);
  expect(byName.text).toMatch(/aria-sort="ascending"><a class="sort"[^>]*>Name</);
  const down = await owner.open(head(byName, 'Name'));
  expect(answerIdsIn(down).slice(0, 20)).toEqual(oldest(1).reverse());
  expect(down.text).toMatch(/<option value="descending:f1" selected>Name, descending</);
  const time = await owner.open(head(down, 'Time'));
  expect(answerIdsIn(time)).toEqual(ids.slice(15, 40).reverse());
  // An order by a removed column is ignored.
  expect(answerIdsIn(await owner.open(`${path}?sort=ascending:f9`))).toEqual(ids.slice(-25).reverse());
});

test('conditions are added and removed by buttons of the form', async () => {
  expect(conditionsIn(await owner.open(path))).toBe(1);
  expect(conditionsIn(await owner.open(`${path}?${annAbove20}`))).toBe(2);
  const added = await owner.open(`${path}?${annAbove20}&add=condition`);
  expect([conditionsIn(added), answerIdsIn(added)]).toEqual([3, expected().reverse()]);
  const removed = await owner.open(`${path}?${annAbove20}&remove=0`);
  expect(wordsOf(removed)).not.toContain('Name is “');
  expect(conditionsIn(removed)).toBe(1);
  expect(answerIdsIn(removed)).toEqual(ids.slice(-25).reverse());
  expect(linkIn(removed, 'next')).not.toContain('remove');
  // The form also sends the fields of a condition that was not filled in.
  const empty = `${condition('', 'contains', '')}&${condition('f1', 'is', 'ann')}&${condition('', 'is', 'x')}`;
  expect(answerIdsIn(await owner.open(`${path}?${empty}&${condition('f2', 'greater', '20')}`))).toEqual(
    expected().reverse(),
  );
  const five = Array.from({ length: 5 }, () => condition('f1', 'answered', '')).join('&');
  const full = await owner.open(`${path}?${five}&add=condition`);
  expect([conditionsIn(full), full.text.includes('Add a condition')]).toEqual([5, false]);
});

test.each([
  ['more than five', Array.from({ length: 6 }, () => condition('f1', 'answered', '')).join('&')],
  ['incomplete ones', 'field=f1&field=f2&operator=is&operator=is&value=x'],
  ['comparisons without columns', 'operator=is&operator=is&value=x&value=y'],
  ['an unknown column', `${condition('f1', 'is', 'x')}&${condition('f9', 'is', 'x')}`],
  ['a long value', condition('f1', 'is', 'x'.repeat(501))],
])('refuses %s', async (_what, query) => {
  expect((await owner.open(`${path}?${query}`)).status).toBe(422);
  expect((await owner.open(`${path}/export?format=csv&${query}`)).status).toBe(422);
});
