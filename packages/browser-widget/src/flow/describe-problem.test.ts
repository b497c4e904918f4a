import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { visitorFaults } from '../../../server-lib/src/shared/faults/catalogue.js';
import { languages } from '../../../server-lib/src/shared/messages/languages.js';
import { wordsFor } from '../../../server-lib/src/shared/messages/page-messages.js';
import { everyFault } from '../../test/support/every-fault.js';
import { createTranslator } from '../translate.js';
import { describeProblem } from './describe-problem.js';

beforeEach(() => {
  // The endpoint of the server.
  vi.stubGlobal('fetch', async (url: string) => {
    const [, language = ''] = /\/embed\/faults\/(.+)\.json$/.exec(url) ?? [];
    return Response.json(wordsFor(language).faultTexts());
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('there are texts for all faults that visitors can cause', () => {
  expect(everyFault.map(({ code }) => code)).toEqual(Object.keys(visitorFaults));
  expect(languages.length).toBeGreaterThanOrEqual(12);
});

test.each(languages)('each fault has the text of the hosted pages in %s', async (language) => {
  const { fault } = wordsFor(language);
  const t = createTranslator(language.slice(0, 2), {}, language, 'https://polls.example.com');
  const issues = everyFault.map((one) => ({ ...one, path: one.code, message: 'Refused.' }));
  const texts = await describeProblem({ code: 'invalid', message: 'Validation failed.', issues, wait: 0 }, t);
  expect(texts).toEqual(everyFault.map((one) => ({ path: one.code, text: fault(one) })));
});
