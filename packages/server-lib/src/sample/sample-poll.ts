import type { PollDraft } from '../polls/poll-types.js';

/** What the addresses of the sample begin with: it is an Askwell below the Askwell. */
export const samplePath = '/sample';

/** Behind its prefix: the same in every process and after every start, so that pages which are open then find it again. */
export const sampleKey = 'sample'.padEnd(20, '0');
export const sampleId = `poll_${sampleKey}`;

/** What visitors of the landing page are asked. Nothing can be written in: the page says only what stands here. */
export const sample = {
  title: 'What would you ask first?',
  options: ['A poll in an article', 'A quiz for a lesson', 'A form to sign up with', 'I am just looking'],
  allow_change: true,
  results_visibility: 'always',
  after: { message: 'Thank you, that is counted. The bars move as others vote.' },
  locale: 'en',
} satisfies PollDraft;

/** The ids that its options are given. */
export const optionId = (at: number): string => `o${at + 1}`;
