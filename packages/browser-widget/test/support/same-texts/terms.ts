import type { AskDraft } from '@askwell/server/contract';
import fc from 'fast-check';
import { lines, type Members, maybe, seldom, text } from './members.js';

/** The settings that polls, quizzes and forms share. The locale is set for each definition. */
export const terms: Members<AskDraft> = {
  title: text,
  description: maybe(lines),
  site_id: fc.constant(undefined),
  status: fc.constant('open'),
  opens_at: seldom(fc.constant('2099-01-31T09:05:00Z')),
  closes_at: seldom(fc.constantFrom('2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z')),
  // One answer of another visitor makes it full.
  max_answers: seldom(fc.constantFrom(1, 1_000)),
  keep_answers_days: seldom(fc.constant(30)),
  one_per: fc.constantFrom(null, 'browser', 'browser', 'ip', 'ticket'),
  anonymous: fc.constant(undefined),
  allow_change: fc.boolean(),
  results_visibility: fc.constantFrom('always', 'after_answer', 'after_close', 'never'),
  after: maybe(fc.record({ message: maybe(lines), url: maybe(fc.constant('https://example.com/next')) })),
  design: maybe(
    fc.record({
      accent: maybe(fc.constantFrom('#0a7d5a', '#FFD400', '#000000')),
      font: maybe(fc.constantFrom('system', 'serif', 'rounded', 'mono')),
      radius: maybe(fc.integer({ min: 0, max: 24 })),
      density: maybe(fc.constantFrom('compact', 'comfortable', 'spacious')),
    }),
  ),
  words: fc.constant(null),
  locale: fc.constant(null),
  languages: fc.constant([]),
  translations: fc.constant({}),
};

/** Makes settings that depend on each other valid. */
export function fitTerms<Draft extends AskDraft>(draft: Draft): Draft {
  const { opens_at, closes_at, one_per, allow_change } = draft;
  return {
    ...draft,
    closes_at: opens_at && closes_at && closes_at < opens_at ? null : closes_at,
    allow_change: allow_change && one_per !== null,
  };
}
