import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { blank, close, createAsk, open, servers } from './support/browser.js';

interface Asks {
  readonly poll: string;
  readonly quiz: string;
  readonly timed: string;
  readonly form: string;
}

const questions = [{ type: 'boolean', prompt: '1 + 1 = 2', answer: true }];
const fields = [
  { id: 'word', type: 'short_text', label: '[word]', required: true },
  { id: 'free', type: 'short_text', label: '[free]' },
  { id: 'agree', type: 'consent', label: '[agree]', required: true },
];

async function makeAsks(locale: string): Promise<Asks> {
  return {
    poll: await createAsk('polls', { locale, options: ['[a]', '[b]'] }),
    quiz: await createAsk('quizzes', { locale, questions }),
    timed: await createAsk('quizzes', { locale, questions, time_limit_seconds: 60 }),
    form: await createAsk('forms', { locale, fields }),
  };
}

/** Returns the texts of the widget. */
async function readWidget({ poll, quiz, timed, form }: Asks) {
  const page = await open(
    `<askwell-poll poll-id="${poll}"></askwell-poll><askwell-quiz quiz-id="${quiz}"></askwell-quiz>
    <askwell-quiz quiz-id="${timed}"></askwell-quiz><askwell-form form-id="${form}"></askwell-form>`,
  );
  const element = (id: string) => page.locator(`[poll-id="${id}"], [quiz-id="${id}"], [form-id="${id}"]`);
  const submitOf = (id: string) => element(id).locator('.primary').innerText();
  const said = {
    vote: await submitOf(poll),
    submit: await submitOf(quiz),
    start: await submitOf(timed),
    send: await submitOf(form),
    options: await element(quiz).locator('label .text').allInnerTexts(),
    labels: await labelsIn(page, `[form-id="${form}"] .label, [form-id="${form}"] .option`),
    lang: await element(form).locator('.root').getAttribute('lang'),
    again: '',
  };
  await element(quiz).locator('.primary').click();
  await element(quiz).and(page.locator('[state=answered]')).waitFor();
  said.again = await element(quiz).locator('.actions .button').innerText();
  await close(page);
  return said;
}

/** Returns the texts of the hosted pages, without JavaScript. */
async function readHosted({ poll, quiz, timed, form }: Asks) {
  const page = await blank({ javaScriptEnabled: false });
  const show = (id: string) => page.goto(`${servers.askwell}/p/${id}`);
  const submitOf = async (id: string) => {
    await show(id);
    return page.locator('button.primary').innerText();
  };
  const said = {
    vote: await submitOf(poll),
    start: await submitOf(timed),
    send: await submitOf(form),
    labels: await labelsIn(page, '.field label'),
    lang: await page.locator('html').getAttribute('lang'),
    submit: await submitOf(quiz),
    // The third option is "No answer", which the widget does not have.
    options: (await page.locator('fieldset .choice-label').allInnerTexts()).slice(0, 2),
    again: '',
  };
  await page.locator('button.primary').click();
  said.again = await page.locator('main a.button').innerText();
  await close(page);
  return said;
}

/** Returns one line for each label, in any layout. */
async function labelsIn(page: Page, selector: string): Promise<string[]> {
  const texts = await page.locator(selector).allTextContents();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

describe('the widget and the hosted pages', () => {
  // `same-texts` compares all languages, without the buttons of another attempt and without layout.
  test.each(['de', 'ar'] as const)('use the same words in %s', async (language) => {
    const asks = await makeAsks(language);
    const [widget, hosted] = await Promise.all([readWidget(asks), readHosted(asks)]);
    expect(widget).toEqual(hosted);
    expect(widget.lang).toBe(language.slice(0, 2));
    expect(widget.labels).toEqual([
      expect.stringMatching(/^\[word\] \S/),
      '[free]',
      expect.stringMatching(/^\[agree\] \S/),
    ]);
  });

  test('use plain English words', async () => {
    expect(await readWidget(await makeAsks('en'))).toEqual({
      vote: 'Vote',
      submit: 'Submit answers',
      start: 'Start quiz',
      send: 'Send',
      options: ['True', 'False'],
      labels: ['[word] required', '[free]', '[agree] required'],
      lang: 'en',
      again: 'Answer again',
    });
  });
});
