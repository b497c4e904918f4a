import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { PollBody, PollOwn, PollWire } from '../../kinds/poll/stored-poll.js';
import { seededRandom, shuffle } from '../../kinds/quiz/shuffle.js';
import { presentPollResults } from '../../shared/presentation/results/poll-results.js';
import type { KindRenderer } from './kind-renderer.js';
import { pollInputs } from './poll-inputs.js';

/** Renders polls. */
export const pollRenderer: KindRenderer<PollOwn, PollBody, PollWire> = {
  inputs: (poll, { voter, secret }) => {
    // Seeded, so that a visitor sees the same order each time.
    const random = () => seededRandom(secret, ['poll', poll.id, voter]);
    const options = poll.shuffle ? shuffle(poll.options, random()) : poll.options;
    return (formContext) => pollInputs(formContext, { ...poll, options });
  },

  // Options may be shuffled, and they may become full.
  isSameForAll: () => false,

  toFormFields: ({ type }, { choices = [], ratings = {}, other }) => ({
    ...(type === 'ranked' ? placesOf(choices) : { choices: [...choices] }),
    ...Object.fromEntries(Object.entries(ratings).map(([id, value]) => [`ratings.${id}`, String(value)])),
    ...(other === undefined ? {} : { other }),
  }),

  facts: () => null,

  outcome: () => [],

  results: (texts, poll, results, own) => presentPollResults(poll, results, own, texts),
};

function placesOf(choices: readonly string[]): UrlencodedFields {
  return Object.fromEntries(choices.map((id, index) => [`rank.${id}`, String(index + 1)]));
}
