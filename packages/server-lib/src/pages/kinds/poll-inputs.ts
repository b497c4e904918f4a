import type { PublicPoll, PublicPollOption } from '../../embed/embed-types.js';
import { stepsOf } from '../../inputs/options/ratings.js';
import { defaultScale } from '../../polls/poll-kind.js';
import { type Html, html } from '../../web/html.js';
import { boxes, type Choice, group, hasSamePlace, radios, ranks, writeIn } from '../form/controls.js';
import type { Sheet } from '../form/form-context.js';
import { steps } from './steps.js';

/** What a poll asks, as its type has it. */
export function pollInputs(sheet: Sheet, poll: PublicPoll): Html {
  switch (poll.type) {
    case 'single':
    case 'multiple':
      return choices(sheet, poll);
    case 'ranked':
      return ranking(sheet, poll);
    case 'rating':
      return rating(sheet, poll);
  }
}

function choices(sheet: Sheet, poll: PublicPoll): Html {
  const { words, say } = sheet.speech;
  const most = poll.options.length + (poll.other ? 1 : 0);
  const isSingle = poll.type === 'single';
  const how = isSingle ? words.poll.single : words.poll.multiple(poll.min_choices, poll.max_choices, most);
  const question = { name: 'choices', path: 'choices', label: poll.title, legend: say(how), required: isSingle };
  const list = poll.options.map((option) => choiceOf(sheet, option));
  if (isSingle) {
    const other = poll.other ? 'other' : undefined;
    return group(sheet, question, radios(sheet, question, list, { other, otherPath: 'other' }));
  }
  return group(sheet, question, html`${boxes(sheet, question, list)}${poll.other && writeIn(sheet, 'other', 'other')}`);
}

function choiceOf({ speech: { words, say } }: Sheet, { id, label, image_url, full }: PublicPollOption): Choice {
  if (!full) return { value: id, label, image: image_url };
  return {
    value: id,
    label: html`${label} <span class="detail">${say(words.full)}</span>`,
    image: image_url,
    disabled: true,
  };
}

function ranking(sheet: Sheet, { title, options }: PublicPoll): Html {
  const { words, say } = sheet.speech;
  const prefix = 'rank.';
  const fault = hasSamePlace(sheet, prefix, options) ? words.refused.samePlace : null;
  const legend = say(words.poll.ranked);
  const question = { name: prefix + (options[0]?.id ?? ''), path: 'choices', label: title, legend, fault };
  return group(sheet, question, ranks(sheet, prefix, options));
}

function rating(sheet: Sheet, { title, options, scale }: PublicPoll): Html {
  const { words, say, number } = sheet.speech;
  const { min, max } = scale ?? defaultScale;
  const rated = options.map(({ id, label, image_url }) => {
    const question = { name: `ratings.${id}`, path: `ratings.${id}`, label, image: image_url };
    return steps(sheet, question, stepsOf({ min, max }));
  });
  const legend = say(words.poll.rating(number(min), number(max)));
  const leadsTo = `ratings.${options[0]?.id ?? ''}`;
  return group(sheet, { name: 'ratings', path: 'ratings', label: title, legend, hasParts: true, leadsTo }, rated);
}
