import type { Ask, Poll, Vote } from '../../../contract/resources.js';
import { ownMember } from '../../../inputs/own-member.js';
import type { Texts } from '../../../presentation/texts.js';
import { type AnswerColumn, listCell, numberCell, optionLabel, textCell } from './answer-column.js';

type VoteContent = Pick<Vote, 'choices' | 'ratings' | 'other'>;

/** Returns the columns of the votes of a poll. */
export function voteColumns(
  { type, options, other }: Omit<Poll, keyof Ask>,
  t: Texts,
): readonly AnswerColumn<VoteContent>[] {
  const writeIn: AnswerColumn<VoteContent> = {
    id: 'other',
    label: 'Own answer',
    read: (vote) => textCell(vote.other),
  };
  return [...(type === 'rating' ? ratings(options, t) : [choices(type, options)]), ...(other ? [writeIn] : [])];
}

function ratings(options: Poll['options'], t: Texts): readonly AnswerColumn<VoteContent>[] {
  return options.map(({ id, label }) => ({
    id,
    label,
    read: (vote) => numberCell(vote.ratings && ownMember(vote.ratings, id), t),
  }));
}

function choices(type: Poll['type'], options: Poll['options']): AnswerColumn<VoteContent> {
  const isRanked = type === 'ranked';
  return {
    id: 'choices',
    label: isRanked ? 'Ranking' : type === 'single' ? 'Choice' : 'Choices',
    read: (vote) =>
      listCell(
        (vote.choices ?? []).map((id) => optionLabel(options, id)),
        isRanked,
      ),
  };
}
