import { describe, expect, test } from 'vitest';
import type { Page } from '../../../test/support/browser/form-browser.js';
import { formIn } from '../../../test/support/browser/hosted-page-client.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import type { FormDraft, QuizDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { translatedLanguages } from '../../shared/messages/languages.js';
import { wordsFor } from '../../shared/messages/page-messages.js';

const services = useHostedPageServer();

/** Marks texts of authors and visitors, to distinguish them from texts of the page. */
const authored = (text: string | number) => `⟦${text}⟧`;
const options = [1, 2, 3].map(authored);

const questions: QuizDraft['questions'] = [
  { id: 'a', type: 'single', prompt: authored('a'), options, answer: 'o1', explanation: authored('why') },
  { id: 'b', type: 'multiple', prompt: authored('b'), options, answer: ['o1'], points: 2 },
  { id: 'c', type: 'boolean', prompt: authored('c'), answer: true },
  { id: 'd', type: 'text', prompt: authored('d'), answer: [authored('x'), authored('y')] },
  { id: 'e', type: 'number', prompt: authored('e'), answer: { value: 3, tolerance: 1 } },
  { id: 'f', type: 'order', prompt: authored('f'), options, answer: ['o1', 'o2', 'o3'] },
  {
    id: 'g',
    type: 'match',
    prompt: authored('g'),
    options,
    targets: options,
    answer: { o1: 't1', o2: 't2', o3: 't3' },
  },
];

const label = authored('label');
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

const invalidAnswers = {
  short: 'x',
  least: 'x',
  most: 'long',
  email: 'x',
  url: 'x',
  phone: 'x',
  date: 'x',
  time: 'x',
  n: '2.2',
  low: '1',
  high: '10',
  none: 'x',
  one: 'o9',
  some: 'o1',
  many: ['o1', 'o2'],
  list: 'o9',
  rate: '9',
  'same.rank.o1': '1',
  'same.rank.o2': '1',
  'rank.rank.o9': '1',
  nps: '-1',
};
const validAnswers = {
  short: 'abc',
  one: 'o1',
  some: ['o1', 'o2'],
  n: '2.5',
  rate: '4',
  nps: '9',
  ok: 'true',
  'rank.rank.o1': '1',
  'rows.r1': 'o1',
  'rows.r2': 'o1',
  'rows.r3': 'o2',
};

/** Returns pages of all kinds in all states, in one language. */
async function pagesIn(locale: string): Promise<Page[]> {
  const { hosted } = services;
  const head = { title: authored('title'), locale, results_visibility: 'always' as const };
  const poll = (draft: object) => hosted.poll({ ...head, options, ...draft });
  const pages: Page[] = [];
  const visitor = hosted.visitor();
  const open = async (path: string) => {
    const page = await visitor.open(path);
    pages.push(page);
    return page;
  };
  const answer = async (page: Page, fields: Record<string, string | string[]>) => {
    const next = await visitor.answer(page, fields);
    pages.push(next);
    return next;
  };
  const other = authored('mine');

  const single = await poll({ other: true, show_others: true });
  await answer(await open(`/p/${single}`), { choices: 'o1', other });
  await answer(await open(`/p/${single}`), { other });
  await open(`/p/${single}`);
  const changed = await poll({ type: 'multiple', min_choices: 2, max_choices: 2, allow_change: true });
  await answer(await open(`/p/${changed}`), { choices: 'o1' });
  await answer(await open(`/p/${changed}`), { choices: ['o1', 'o2'] });
  await open(`/p/${changed}?change=1`);
  for (const bounds of [{ min_choices: 2 }, { max_choices: 2 }, { min_choices: 2, max_choices: 3 }, {}]) {
    await open(`/p/${await poll({ type: 'multiple', ...bounds })}`);
  }
  const ranked = await poll({ type: 'ranked' });
  await answer(await open(`/p/${ranked}`), { 'rank.o1': '1', 'rank.o2': '1' });
  for (const order of [['o1'], ['o2'], ['o3', 'o2']]) {
    const ballot = Object.fromEntries(order.map((id, index) => [`rank.${id}`, `${index + 1}`]));
    const another = hosted.visitor();
    pages.push(await another.answer(await another.open(`/p/${ranked}`), ballot));
  }
  const rating = await poll({ type: 'rating' });
  await answer(await open(`/p/${rating}`), { 'ratings.o1': '9' });
  await answer(await open(`/p/${rating}`), { 'ratings.o1': '4' });

  await open(`/p/${await poll({ status: 'closed' })}`);
  await open(`/p/${await poll({ opens_at: '2099-01-01T00:00:00Z' })}`);
  const full = await poll({ max_answers: 1 });
  const early = await open(`/p/${full}`);
  const first = hosted.visitor();
  await first.answer(await first.open(`/p/${full}`), { choices: 'o1' });
  await answer(early, { choices: 'o2' });
  await open(`/p/${full}`);
  await open(`/p/${full}?answer=nothing`);
  await open(`/p/${full}?again=nothing`);
  const capped = await poll({ options: [{ label: authored(1), max_votes: 1 }, authored(2)], one_per: null });
  const before = await open(`/p/${capped}`);
  await answer(before, { choices: 'o1' });
  await answer(before, { choices: 'o1', 'Idempotency-Key': 'another' });
  const tickets = await poll({ one_per: 'ticket' });
  await answer(await open(`/p/${tickets}`), { choices: 'o1', '.ticket': 'nothing' });
  const later = await poll({ results_visibility: 'after_close' });
  await answer(await open(`/p/${later}`), { choices: 'o1' });

  const quiz = await hosted.quiz({ ...head, questions, reveal: 'answers', pass_percentage: 50, allow_change: false });
  const quizPage = await open(`/p/${quiz}`);
  await answer(quizPage, { 'f.rank.o1': '1', 'f.rank.o2': '1', '.email': 'x', e: 'x', 'g.o1': 't9', a: 'o9', c: 'x' });
  await answer(quizPage, { a: 'o1', b: 'o1', c: 'true', d: authored('x'), e: '3', 'Idempotency-Key': 'right' });
  const timed = await hosted.quiz({ ...head, questions, time_limit_seconds: 90, one_per: 'browser', max_attempts: 2 });
  await open(`/p/${timed}`);
  await open(`/p/${timed}?started=junk`);
  const { location } = await visitor.submit(`/p/${timed}/start`, {});
  const started = await open(location ?? '');
  services.now += 120_000;
  await answer(started, { a: 'o1' });
  services.now = services.start;

  const form = await hosted.form({ ...head, fields, one_per: 'browser', allow_change: true });
  await answer(await open(`/p/${form}`), invalidAnswers);
  await answer(await open(`/p/${form}`), validAnswers);
  await open(`/p/${form}?change=1`);
  const plain = await hosted.form({ ...head, fields: [{ id: 'a', type: 'long_text', label, max_length: 9 }] });
  const plainPage = await open(`/p/${plain}`);
  await answer(plainPage, { a: 'x' });
  await answer(plainPage, { a: 'y' });

  const large = await visitor.submit(formIn(plainPage).action, { a: 'x'.repeat(70_000) });
  const hasty = hosted.visitor();
  for (let n = 0; n < 30; n++) await hasty.submit('/api/v1/polls/poll_x/votes');
  pages.push(large, await hasty.submit(formIn(plainPage).action, { a: 'x' }));
  expect(large.status).toBe(413);
  return pages;
}

/** Returns the texts of a page, including the texts of attributes, without authored texts and numbers. */
function textsIn({ text }: Page): Set<string> {
  const body = text
    .replace(/<(script|style|svg|time)\b[\s\S]*?<\/\1>/g, '<>')
    .replace(/<textarea[\s\S]*?<\/textarea>/g, '<>');
  const attributes = [...body.matchAll(/ (?:alt|placeholder|aria-label|data-copied-text)="([^"]*)"/g)].map(
    ([, value = '']) => value,
  );
  const texts = [...body.split(/<[^>]*>/), ...attributes].map((found) =>
    found
      .replace(/[\u2068\u2069]/g, '')
      .replace(/⟦[^⟧]*⟧/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return new Set(texts.filter((found) => /\p{L}/u.test(found)));
}

/** Texts with parameters that are the same as in English. */
const sameAsEnglish: Readonly<Record<string, RegExp>> = {
  da: /^Problem:$/,
  de: /^Problem:$/,
  fr: /^(\d (vote|question|point)s?|Option|Scores)$/,
  nb: /^Problem:$/,
  nl: /^Scores$/,
  pl: /^Problem:$/,
  sv: /^Problem:$/,
};

describe('pages of all kinds and states', async () => {
  let english: ReadonlySet<string>[] = [];
  test('in English have texts without terms of the API', async () => {
    english = (await pagesIn('en')).map(textsIn);
    expect(english.length).toBeGreaterThan(40);
    for (const texts of english) {
      expect(texts.size).toBeGreaterThan(3);
      for (const text of texts) expect(text).not.toMatch(/\bMust\b|^Is |^Takes |^Needs |\bids?\b/);
    }
  });

  test.each(translatedLanguages)('contain no English in %s', async (locale) => {
    const pages = await pagesIn(locale);
    const generalMessage = wordsFor(locale).fault(fault('view_too_large'));
    const dir = ['ar', 'he'].includes(locale) ? 'rtl' : 'ltr';
    const translations = new Set(textsOf(wordsFor(locale)));
    const untranslated = pages.flatMap((page, index) =>
      [...textsIn(page)].filter(
        (text) =>
          english[index]?.has(text) && !translations.has(text) && !sameAsEnglish[locale.slice(0, 2)]?.test(text),
      ),
    );
    expect([...new Set(untranslated)]).toEqual([]);
    for (const { text } of pages) {
      expect(text).toContain(`<html lang="${locale.slice(0, 2)}" dir="${dir}">`);
      expect(text).not.toContain('<span lang="en"');
      expect(text).not.toContain(generalMessage);
      expect(text).not.toMatch(/\{\w+\}|undefined|\[object/);
    }
  });
});

/** Returns the texts of a table. One that equals its English text does so on purpose. */
function textsOf(words: object): string[] {
  return Object.values(words).flatMap((text) => {
    if (typeof text === 'string') return [text];
    return typeof text === 'object' && text !== null ? textsOf(text) : [];
  });
}
