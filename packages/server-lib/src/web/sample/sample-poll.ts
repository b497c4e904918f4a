import type { PollDraft } from '../../shared/contract/resources.js';

/** The path of the sample, below the base path. It is a separate instance of Askwell. */
export const samplePath = '/sample';

/** The ID without its prefix. It never changes, so that open pages still work after a restart or a reset. */
export const sampleKey = 'sample'.padEnd(20, '0');
export const sampleId = `poll_${sampleKey}`;

/** The definition of the sample poll. It has no write-ins, so that visitors cannot publish texts. */
export const sample = {
  title: 'What will you ask first?',
  options: ['A poll in an article', 'A quiz for a lesson', 'A form to sign up with', 'I am just looking'],
  allow_change: true,
  results_visibility: 'always',
  after: { message: 'Thanks for voting.' },
  locale: 'en',
} satisfies PollDraft;

/** Returns the ID of an option. */
export const optionId = (index: number): string => `o${index + 1}`;
