import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { blank, close, createAsk, open, sendAnswer, servers } from './support/browser.js';

/** Words that are longer than a line of 320 pixels, in languages with and without texts of the widget. */
const words = {
  de: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  fi: 'Lentokonesuihkuturbiinimoottoriapumekaanikkoaliupseerioppilas',
  hu: 'Megszentségteleníthetetlenségeskedéseitekért',
};

/** Asks whose texts consist of a long word. */
const drafts = {
  polls: (word: string) => ({ options: [word, `Ja ${word}`], one_per: null, results_visibility: 'always' }),
  quizzes: (word: string) => ({
    reveal: 'answers',
    questions: [
      {
        type: 'match',
        prompt: word,
        options: [word, 'Ja'],
        targets: [word, 'Nein'],
        answer: { o1: 't1', o2: 't2' },
        explanation: word,
      },
      { type: 'order', prompt: word, options: [word, 'Ja'], answer: ['o1', 'o2'] },
    ],
  }),
  forms: (word: string) => ({
    fields: [
      { type: 'single_choice', label: word, help: word, required: true, options: [word, `Ja ${word}`] },
      { type: 'ranking', label: word, options: [word, 'Ja'] },
      { type: 'matrix', label: word, rows: [word, 'Ja'], options: [word, 'Nein'] },
      { type: 'rating', label: word, labels: { min: word, max: word } },
      { type: 'consent', label: word },
    ],
    results_visibility: 'always',
  }),
};
const answers = {
  polls: { choices: ['o1'] },
  quizzes: { answers: { q1: { o1: 't2' }, q2: ['o2', 'o1'] } },
  forms: { answers: { f1: 'o1', f2: ['o1'], f3: { r1: 'o1' }, f4: 2 } },
};
const kinds = { polls: 'poll', quizzes: 'quiz', forms: 'form' } as const;
const plurals = ['polls', 'quizzes', 'forms'] as const;
const cases = Object.entries(words).flatMap(([locale, word]) => plurals.map((plural) => ({ locale, word, plural })));
const viewport = { width: 320, height: 900 };

/** Returns the texts with the word: whether they are hyphenated, in which language, and whether they stick out. */
const textsWith = (page: Page, word: string) =>
  page.evaluate((text) => {
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
    return roots.flatMap((root) =>
      [...root.querySelectorAll('h1, h2, h3, h4, p, li, dd, bdi, .text, .choice-label')]
        .filter(
          (one) =>
            one.checkVisibility() &&
            [...one.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.includes(text)),
        )
        .filter((one) => !one.closest('.unseen'))
        .map((one) => {
          const { hyphens } = getComputedStyle(one);
          const lang = one.closest('[lang]')?.getAttribute('lang');
          const { left, right } = one.getBoundingClientRect();
          return `${hyphens} ${lang} ${left >= 0 && right <= innerWidth ? 'inside' : 'outside'}`;
        }),
    );
  }, word);

async function expectBroken(page: Page, word: string, locale: string): Promise<void> {
  const texts = await textsWith(page, word);
  expect(texts.length).toBeGreaterThan(1);
  expect([...new Set(texts)]).toEqual([`auto ${locale} inside`]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
}

test.each(cases)('long words of $plural in $locale break at 320 pixels in the widget', async (one) => {
  const { locale, word, plural } = one;
  const id = await createAsk(plural, { title: word, locale, ...drafts[plural](word) });
  const kind = kinds[plural];
  const head = '<style>body { margin: 0 } h1 { display: none }</style>';
  const element = (more: string) => `<askwell-${kind} ${kind}-id="${id}" layout="list" ${more}></askwell-${kind}>`;
  const page = await open(element(''), { viewport, page: { head } });
  await page.locator('[state=open]').waitFor();
  await expectBroken(page, word, locale);
  await close(page);
  const sent = await sendAnswer(plural, id, answers[plural]);
  const answered = await open(element(`answer="${sent.id('data.id')}"`), { viewport, page: { head } });
  await answered.locator(plural === 'quizzes' ? '.feedback' : '.results').waitFor();
  await expectBroken(answered, word, locale);
  await close(answered);
});

test.each(cases)('long words of $plural in $locale break at 320 pixels on the hosted page', async (one) => {
  const { locale, word, plural } = one;
  const id = await createAsk(plural, { title: word, locale, ...drafts[plural](word) });
  const page = await blank({ viewport, javaScriptEnabled: false });
  await page.goto(`${servers.askwell}/p/${id}`);
  await expectBroken(page, word, locale);
  const sent = await sendAnswer(plural, id, answers[plural]);
  await page.goto(`${servers.askwell}/p/${id}?answer=${sent.id('data.id')}`);
  await expectBroken(page, word, locale);
  await close(page);
});
