import {
  type AnswerColumn,
  labelsOf,
  listCell,
  numberCell,
  textCell,
  toItem,
} from '../../core/answers/answer-column.js';
import { ownMember } from '../inputs/own-member.js';
import type { PollBody, PollOwn } from './stored-poll.js';

/** Returns the columns of the votes of a poll. */
export function voteColumns({ type, options, other }: PollOwn): readonly AnswerColumn<PollBody>[] {
  const writeIn: AnswerColumn<PollBody> = {
    id: 'other',
    label: 'Own answer',
    read: (vote) => textCell(vote.other),
  };
  return [...(type === 'rating' ? ratings(options) : [choices(type, options)]), ...(other ? [writeIn] : [])];
}

function ratings(options: PollOwn['options']): readonly AnswerColumn<PollBody>[] {
  return options.map(({ id, label }) => ({
    id: `ratings.${id}`,
    label,
    read: (vote) => numberCell(vote.ratings && ownMember(vote.ratings, id)),
  }));
}

function choices(type: PollOwn['type'], options: PollOwn['options']): AnswerColumn<PollBody> {
  const isRanked = type === 'ranked';
  const labels = labelsOf(options);
  return {
    id: 'choices',
    label: isRanked ? 'Ranking' : type === 'single' ? 'Choice' : 'Choices',
    ...(type !== 'single' && { list: { options, isOrdered: isRanked } }),
    read: (vote) =>
      listCell(
        (vote.choices ?? []).map((id) => toItem(labels, id)),
        isRanked,
      ),
  };
}
