import { type Html, html } from '../../base/html.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { PollBody, PollOwn, PollWire } from '../../kinds/poll/stored-poll.js';
import { seededRandom, shuffle } from '../../kinds/quiz/shuffle.js';
import type { PublicPoll } from '../../shared/contract/resources.js';
import { pollHint } from '../../shared/presentation/hints.js';
import { presentPollResults } from '../../shared/presentation/results/poll-results.js';
import { defaultScale } from '../../shared/presentation/scales.js';
import { labelWithMarks } from '../ui/rich-text.js';
import { boxes, choiceOf, radioGroup } from './choices.js';
import { questionGroup } from './controls.js';
import type { FormContext } from './form-context.js';
import type { KindRenderer } from './kind-renderer.js';
import { hasSamePlace, ranks } from './pairs.js';
import { scaleControl } from './steps.js';

/** Renders polls. */
export const pollRenderer: KindRenderer<PollOwn, PollBody, PollWire> = {
  inputs: (poll, { voter, secret }) => {
    // Seeded, so that a visitor sees the same order each time.
    const random = () => seededRandom(secret, ['poll', poll.id, voter]);
    const options = poll.shuffle ? shuffle(poll.options, random()) : poll.options;
    return (formContext) => pollInputs(formContext, { ...poll, options });
  },

  // The order of options may differ, and an option may become full.
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

/** Renders the options of a poll. */
function pollInputs(formContext: FormContext, poll: PublicPoll): Html {
  switch (poll.type) {
    case 'single':
    case 'multiple':
      return choices(formContext, poll);
    case 'ranked':
      return ranking(formContext, poll);
    case 'rating':
      return rating(formContext, poll);
  }
}

function choices(formContext: FormContext, poll: PublicPoll): Html {
  const isSingle = poll.type === 'single';
  const question = { ...questionOf(formContext, poll), name: 'choices', path: 'choices', required: isSingle };
  const list = poll.options.map(choiceOf);
  const other = poll.other ? 'other' : undefined;
  if (isSingle) return radioGroup(formContext, question, list, { other, otherPath: 'other' });
  return questionGroup(formContext, question, boxes(formContext, question, list, { other, otherPath: 'other' }));
}

/** The title of the page is the label, so that the legend is only for screen readers. */
function questionOf({ localizer: { texts, withLang } }: FormContext, poll: PublicPoll) {
  const hint = pollHint(poll, texts);
  return {
    label: poll.title,
    legend: html`<span class="unseen"><bdi>${poll.title}</bdi></span>`,
    help: hint === null ? null : withLang(hint),
  };
}

function ranking(formContext: FormContext, poll: PublicPoll): Html {
  const { options } = poll;
  const { words, withLang } = formContext.localizer;
  const prefix = 'rank.';
  const fault = hasSamePlace(formContext, prefix, options) ? words.rejected.samePlace : null;
  const help = html`<p class="how-to-rank">${withLang(words.poll.ranked)}</p>`;
  const question = {
    ...questionOf(formContext, poll),
    name: prefix + (options[0]?.id ?? ''),
    path: 'choices',
    help,
    fault,
  };
  return questionGroup(formContext, question, ranks(formContext, prefix, options));
}

function rating(formContext: FormContext, poll: PublicPoll): Html {
  const { options } = poll;
  const rated = options.map(({ id, label, image_url }) => {
    const question = { name: `ratings.${id}`, path: `ratings.${id}`, ...labelWithMarks(label), image: image_url };
    return scaleControl(formContext, question, poll.scale ?? defaultScale, poll);
  });
  const focusName = `ratings.${options[0]?.id ?? ''}`;
  return questionGroup(
    formContext,
    { ...questionOf(formContext, poll), name: 'ratings', path: 'ratings', hasParts: true, focusName },
    rated,
  );
}
