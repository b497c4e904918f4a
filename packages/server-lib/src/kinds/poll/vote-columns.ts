import {
  type AnswerColumn,
  labelsOf,
  listCell,
  numberCell,
  plainChoices,
  scaleChoices,
  textCell,
  toItem,
} from '../../core/answers/answer-column.js';
import { plainLabel } from '../../shared/presentation/rich-text.js';
import { defaultScale } from '../../shared/presentation/scales.js';
import { ownMember } from '../inputs/own-member.js';
import type { PollBody, PollOwn } from './stored-poll.js';

/** Returns the columns of the votes of a poll. */
export function voteColumns(own: PollOwn): readonly AnswerColumn<PollBody>[] {
  const { type, options, other } = own;
  const writeIn: AnswerColumn<PollBody> = {
    id: 'other',
    label: 'Own answer',
    read: (vote) => textCell(vote.other),
  };
  return [...(type === 'rating' ? ratings(own) : [choices(type, options)]), ...(other ? [writeIn] : [])];
}

function ratings({ options, scale }: PollOwn): readonly AnswerColumn<PollBody>[] {
  const range = scale ?? defaultScale;
  const choices = scaleChoices(range);
  return options.map(({ id, label }) => ({
    id: `ratings.${id}`,
    label: plainLabel(label),
    choices,
    average: { measure: 'average', range },
    read: (vote) => numberCell(vote.ratings && ownMember(vote.ratings, id)),
  }));
}

function choices(type: PollOwn['type'], options: PollOwn['options']): AnswerColumn<PollBody> {
  const isRanked = type === 'ranked';
  const labels = labelsOf(options);
  return {
    id: 'choices',
    label: isRanked ? 'Ranking' : type === 'single' ? 'Choice' : 'Choices',
    ...(!isRanked && { choices: plainChoices(options) }),
    ...(type !== 'single' && { list: { options: plainChoices(options), isOrdered: isRanked } }),
    read: (vote) =>
      listCell(
        (vote.choices ?? []).map((id) => toItem(labels, id)),
        isRanked,
      ),
  };
}
