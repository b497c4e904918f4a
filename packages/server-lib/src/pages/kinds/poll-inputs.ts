import type { PublicPoll, PublicPollOption } from '../../contract/resources.js';
import { scaleSteps } from '../../inputs/options/ratings.js';
import { defaultScale } from '../../polls/stored-poll.js';
import { type Html, html } from '../../web/html.js';
import { boxes, type Choice, radioGroup, writeIn } from '../form/choices.js';
import { group } from '../form/controls.js';
import type { FormContext } from '../form/form-context.js';
import { hasSamePlace, ranks } from '../form/pairs.js';
import { steps } from './steps.js';

/** Renders the options of a poll. */
export function pollInputs(formContext: FormContext, poll: PublicPoll): Html {
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
  const { words, withLang } = formContext.localizer;
  const count = poll.options.length + (poll.other ? 1 : 0);
  const isSingle = poll.type === 'single';
  const legend = withLang(
    isSingle ? words.poll.single : words.poll.multiple(poll.min_choices, poll.max_choices, count),
  );
  const question = { name: 'choices', path: 'choices', label: poll.title, legend, required: isSingle };
  const list = poll.options.map((option) => choiceOf(formContext, option));
  if (isSingle) {
    const other = poll.other ? 'other' : undefined;
    return radioGroup(formContext, question, list, { other, otherPath: 'other' });
  }
  return group(
    formContext,
    question,
    html`${boxes(formContext, question, list)}${poll.other && writeIn(formContext, 'other', { path: 'other' })}`,
  );
}

function choiceOf(
  { localizer: { words, withLang } }: FormContext,
  { id, label, image_url, full }: PublicPollOption,
): Choice {
  if (!full) return { value: id, label, image: image_url };
  return {
    value: id,
    label: html`${label} <span class="detail">${withLang(words.full)}</span>`,
    image: image_url,
    disabled: true,
  };
}

function ranking(formContext: FormContext, { title, options }: PublicPoll): Html {
  const { words, withLang } = formContext.localizer;
  const prefix = 'rank.';
  const fault = hasSamePlace(formContext, prefix, options) ? words.rejected.samePlace : null;
  const legend = withLang(words.poll.ranked);
  const question = { name: prefix + (options[0]?.id ?? ''), path: 'choices', label: title, legend, fault };
  return group(formContext, question, ranks(formContext, prefix, options));
}

function rating(formContext: FormContext, { title, options, scale }: PublicPoll): Html {
  const { words, withLang, number } = formContext.localizer;
  const { min, max } = scale ?? defaultScale;
  const rated = options.map(({ id, label, image_url }) => {
    const question = { name: `ratings.${id}`, path: `ratings.${id}`, label, image: image_url };
    return steps(formContext, question, scaleSteps({ min, max }));
  });
  const legend = withLang(words.poll.rating(number(min), number(max)));
  const focusName = `ratings.${options[0]?.id ?? ''}`;
  return group(
    formContext,
    { name: 'ratings', path: 'ratings', label: title, legend, hasParts: true, focusName },
    rated,
  );
}
