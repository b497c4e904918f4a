import { describe, expect, test } from 'vitest';
import type { Page } from '../../test/support/forms.js';
import { formIn } from '../../test/support/hosted.js';
import { useHostedServices } from '../../test/support/hosted-services.js';
import { fault } from '../faults/fault.js';
import type { FormDraft } from '../forms/form-types.js';
import { wordsFor } from '../messages/page-messages.js';
import type { QuizDraft } from '../quizzes/quiz-types.js';

const services = useHostedServices();
const languages = ['ar', 'de', 'de-formal', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'tr', 'zh'];

/** What authors and visitors write, to be told from what pages say. */
const theirs = (text: string | number) => `⟦${text}⟧`;
const options = [1, 2, 3].map(theirs);

const questions: QuizDraft['questions'] = [
  { id: 'a', type: 'single', prompt: theirs('a'), options, answer: 'o1', explanation: theirs('why') },
  { id: 'b', type: 'multiple', prompt: theirs('b'), options, answer: ['o1'], points: 2 },
  { id: 'c', type: 'boolean', prompt: theirs('c'), answer: true },
  { id: 'd', type: 'text', prompt: theirs('d'), answer: [theirs('x'), theirs('y')] },
  { id: 'e', type: 'number', prompt: theirs('e'), answer: { value: 3, tolerance: 1 } },
  { id: 'f', type: 'order', prompt: theirs('f'), options, answer: ['o1', 'o2', 'o3'] },
  { id: 'g', type: 'match', prompt: theirs('g'), options, targets: options, answer: { o1: 't1', o2: 't2', o3: 't3' } },
];

const label = theirs('label');
const fields: FormDraft['fields'] = [
  { id: 'short', type: 'short_text', label, required: true, min_length: 2, max_length: 4 },
  { id: 'least', type: 'long_text', label, min_length: 3 },
  { id: 'most', type: 'short_text', label, max_length: 3 },
  ...(['email', 'url', 'phone', 'date', 'time'] as const).map((type) => ({ id: type, type, label })),
  { id: 'n', type: 'number', label, min: 2, max: 9, step: 0.5 },
  { id: 'low', type: 'number', label, min: 2 },
  { id: 'high', type: 'number', label, max: 9 },
  { id: 'none', type: 'number', label },
  { id: 'one', type: 'single_choice', label, options, other: true, required: true },
  { id: 'some', type: 'multiple_choice', label, options, min_choices: 2, max_choices: 2 },
  { id: 'many', type: 'multiple_choice', label, options, max_choices: 1, other: true },
  { id: 'list', type: 'dropdown', label, options },
  { id: 'rank', type: 'ranking', label, options },
  { id: 'same', type: 'ranking', label, options },
  { id: 'rate', type: 'rating', label },
  { id: 'nps', type: 'scale', label },
  { id: 'rows', type: 'matrix', label, rows: options, options, required: true },
  { id: 'ok', type: 'consent', label, required: true },
  {
    id: 'if',
    type: 'short_text',
    label,
    show_if: {
      all: [
        { field: 'one', is: 'o1' },
        { field: 'one', is_not: 'o2' },
        { field: 'some', contains: 'o1' },
        { field: 'ok', is: false },
      ],
    },
  },
  {
    id: 'any',
    type: 'short_text',
    label,
    show_if: {
      any: [
        { field: 'n', greater: 3 },
        { field: 'n', less: 2 },
        { field: 'short', answered: true },
        { field: 'least', answered: false },
      ],
    },
  },
];

const wrong = {
  ...{ short: 'x', least: 'x', most: 'long', email: 'x', url: 'x', phone: 'x', date: 'x', time: 'x', n: '2.2' },
  ...{ low: '1', high: '10', none: 'x', one: 'o9', some: 'o1', many: ['o1', 'o2'], list: 'o9', rate: '9' },
  ...{ 'same.rank.o1': '1', 'same.rank.o2': '1', 'rank.rank.o9': '1', nps: '-1' },
};
const right = {
  ...{ short: 'abc', one: 'o1', some: ['o1', 'o2'], n: '2.5', rate: '4', nps: '9', ok: 'true', 'rank.rank.o1': '1' },
  ...{ 'rows.r1': 'o1', 'rows.r2': 'o1', 'rows.r3': 'o2' },
};

/** Pages of every kind in every state, in a language. */
async function pagesIn(locale: string): Promise<Page[]> {
  const { desk } = services;
  const head = { title: theirs('title'), locale, results_visibility: 'always' as const };
  const poll = (draft: object) => desk.poll({ ...head, options, ...draft });
  const pages: Page[] = [];
  const visitor = desk.visitor();
  const look = async (path: string) => {
    const page = await visitor.open(path);
    pages.push(page);
    return page;
  };
  const answer = async (page: Page, given: Record<string, string | string[]>) => {
    const next = await visitor.answer(page, given);
    pages.push(next);
    return next;
  };
  const other = theirs('mine');

  const single = await poll({ other: true, show_others: true });
  await answer(await look(`/p/${single}`), { choices: 'o1', other });
  await answer(await look(`/p/${single}`), { other });
  await look(`/p/${single}`);
  const changed = await poll({ type: 'multiple', min_choices: 2, max_choices: 2, allow_change: true });
  await answer(await look(`/p/${changed}`), { choices: 'o1' });
  await answer(await look(`/p/${changed}`), { choices: ['o1', 'o2'] });
  await look(`/p/${changed}?change=1`);
  for (const bounds of [{ min_choices: 2 }, { max_choices: 2 }, { min_choices: 2, max_choices: 3 }, {}]) {
    await look(`/p/${await poll({ type: 'multiple', ...bounds })}`);
  }
  const ranked = await poll({ type: 'ranked' });
  await answer(await look(`/p/${ranked}`), { 'rank.o1': '1', 'rank.o2': '1' });
  for (const order of [['o1'], ['o2'], ['o3', 'o2']]) {
    const ballot = Object.fromEntries(order.map((id, at) => [`rank.${id}`, `${at + 1}`]));
    const another = desk.visitor();
    pages.push(await another.answer(await another.open(`/p/${ranked}`), ballot));
  }
  const rating = await poll({ type: 'rating' });
  await answer(await look(`/p/${rating}`), { 'ratings.o1': '9' });
  await answer(await look(`/p/${rating}`), { 'ratings.o1': '4' });

  await look(`/p/${await poll({ status: 'closed' })}`);
  await look(`/p/${await poll({ opens_at: '2099-01-01T00:00:00Z' })}`);
  const full = await poll({ max_answers: 1 });
  const early = await look(`/p/${full}`);
  const first = desk.visitor();
  await first.answer(await first.open(`/p/${full}`), { choices: 'o1' });
  await answer(early, { choices: 'o2' });
  await look(`/p/${full}`);
  await look(`/p/${full}?answer=nothing`);
  await look(`/p/${full}?again=nothing`);
  const capped = await poll({ options: [{ label: theirs(1), max_votes: 1 }, theirs(2)], one_per: null });
  const before = await look(`/p/${capped}`);
  await answer(before, { choices: 'o1' });
  await answer(before, { choices: 'o1', 'Idempotency-Key': 'another' });
  const tickets = await poll({ one_per: 'ticket' });
  await answer(await look(`/p/${tickets}`), { choices: 'o1', '.ticket': 'nothing' });
  const later = await poll({ results_visibility: 'after_close' });
  await answer(await look(`/p/${later}`), { choices: 'o1' });

  const quiz = await desk.quiz({ ...head, questions, reveal: 'answers', pass_percentage: 50, allow_change: false });
  const asked = await look(`/p/${quiz}`);
  await answer(asked, { 'f.rank.o1': '1', 'f.rank.o2': '1', '.email': 'x', e: 'x', 'g.o1': 't9', a: 'o9', c: 'x' });
  await answer(asked, { a: 'o1', b: 'o1', c: 'true', d: theirs('x'), e: '3', 'Idempotency-Key': 'right' });
  const timed = await desk.quiz({ ...head, questions, time_limit_seconds: 90, one_per: 'browser', max_attempts: 2 });
  await look(`/p/${timed}`);
  await look(`/p/${timed}?started=junk`);
  const { location } = await visitor.open(`/p/${timed}/start`);
  const started = await look(location ?? '');
  services.now += 120_000;
  await answer(started, { a: 'o1' });
  services.now = services.start;

  const form = await desk.form({ ...head, fields, one_per: 'browser', allow_change: true });
  await answer(await look(`/p/${form}`), wrong);
  await answer(await look(`/p/${form}`), right);
  await look(`/p/${form}?change=1`);
  const plain = await desk.form({ ...head, fields: [{ id: 'a', type: 'long_text', label, max_length: 9 }] });
  const open = await look(`/p/${plain}`);
  await answer(open, { a: 'x' });
  await answer(open, { a: 'y' });

  const large = await visitor.submit(formIn(open).action, { a: 'x'.repeat(70_000) });
  const hasty = desk.visitor();
  for (let n = 0; n < 30; n++) await hasty.submit('/api/v1/polls/poll_x/votes');
  pages.push(large, await hasty.submit(formIn(open).action, { a: 'x' }));
  expect(large.status).toBe(413);
  return pages;
}

/** What a page says: its texts, and what attributes say, without what is theirs, and what is only figures. */
function saidIn({ text }: Page): Set<string> {
  const body = text
    .replace(/<(script|style|svg|time)\b[\s\S]*?<\/\1>/g, '<>')
    .replace(/<textarea[\s\S]*?<\/textarea>/g, '<>');
  const attributes = [...body.matchAll(/ (?:alt|placeholder|aria-label|data-says)="([^"]*)"/g)].map(
    ([, said = '']) => said,
  );
  const found = [...body.split(/<[^>]*>/), ...attributes].map((said) =>
    said
      .replace(/[\u2068\u2069]/g, '')
      .replace(/⟦[^⟧]*⟧/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return new Set(found.filter((said) => /\p{L}/u.test(said)));
}

/** What happens to be said in the same words, in gaps that no table shows. */
const alike: Readonly<Record<string, RegExp>> = {
  de: /^Problem:$/,
  fr: /^\d (vote|question|point)s?$/,
  pl: /^Problem:$/,
};

describe('pages of all kinds and states', async () => {
  let english: ReadonlySet<string>[] = [];
  test('say the same number of things as often as they are opened', async () => {
    english = (await pagesIn('en')).map(saidIn);
    expect(english.length).toBeGreaterThan(40);
    for (const said of english) {
      expect(said.size).toBeGreaterThan(3);
      for (const one of said) expect(one).not.toMatch(/\bMust\b|^Is |^Takes |^Needs |\bids?\b/);
    }
  });

  test.each(languages)('have no English left in %s', async (locale) => {
    const pages = await pagesIn(locale);
    const vague = wordsFor(locale).fault(fault('view_too_large'));
    const dir = locale === 'ar' ? 'rtl' : 'ltr';
    const same = new Set(textsOf(wordsFor(locale)));
    const left = pages.flatMap((page, at) =>
      [...saidIn(page)].filter(
        (said) => english[at]?.has(said) && !same.has(said) && !alike[locale.slice(0, 2)]?.test(said),
      ),
    );
    expect([...new Set(left)]).toEqual([]);
    for (const { text } of pages) {
      expect(text).toContain(`<html lang="${locale.slice(0, 2)}" dir="${dir}">`);
      expect(text).not.toContain('<span lang="en"');
      expect(text).not.toContain(vague);
      expect(text).not.toMatch(/\{\w+\}|undefined|\[object/);
    }
  });
});

/** What a table says in the same words as English, it says on purpose. */
function textsOf(words: object): string[] {
  return Object.values(words).flatMap((one) => {
    if (typeof one === 'string') return [one];
    return typeof one === 'object' && one !== null ? textsOf(one) : [];
  });
}
