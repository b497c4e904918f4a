import type {
  OptionResult,
  Poll,
  PollDraft,
  PollResults,
  RankedResult,
  Vote,
  VoteDraft,
  VoteReceipt,
} from '@askwell/server/contract';
import type { AskId } from './ask-id.js';
import type { Exact } from './exact.js';
import type { IdsOf } from './ids.js';
import type { Immutable, IsOpen, MayHave } from './immutable.js';

/** What a poll is made from. */
export type PollDefinition = Immutable<PollDraft>;

/**
 * A poll's definition, from which the types of its votes and results follow.
 *
 * @example
 * const lunch = definePoll({ title: 'Lunch?', options: [{ id: 'soup', label: 'Soup' }, 'Salad'] });
 * const poll = await askwell.polls.create(lunch);
 * await askwell.polls.votes.create(poll.id, { choices: ['soup'] }); // 'soap' would not compile
 */
export function definePoll<const Definition extends PollDefinition>(definition: CheckedPoll<Definition>): Definition {
  return definition;
}

/** A definition without members that are not known. */
export type CheckedPoll<Definition extends PollDefinition> = Definition & Exact<Definition, PollDraft>;

/** The ids of a poll's options. */
export type PollOptionId<Definition extends PollDefinition> = IdsOf<Definition['options'], 'o'>;

/** Whether it shows only as the program runs what the options are, or whether they are rated. */
type IsAny<Definition extends PollDefinition> =
  IsOpen<Definition['options']> extends true
    ? true
    : Definition extends { readonly type: 'rating' }
      ? false
      : MayHave<Definition, 'type', 'rating'>;

/** A poll, as its definition has it. */
export interface PollOf<Definition extends PollDefinition> extends Poll {
  id: AskId<Definition>;
}

/** What a vote on the poll may be. */
export type VoteDraftOf<Definition extends PollDefinition> =
  IsAny<Definition> extends true
    ? Immutable<VoteDraft>
    : Immutable<Pick<VoteDraft, 'voter' | 'ticket'>> & OwnVote<Definition>;

type OwnVote<Definition extends PollDefinition> = Definition extends { readonly type: 'rating' }
  ? { readonly ratings: { readonly [Id in PollOptionId<Definition>]?: number | undefined } }
  : MayHave<Definition, 'other', true> extends true
    ? { readonly choices?: readonly PollOptionId<Definition>[] | undefined; readonly other?: string | undefined }
    : { readonly choices: readonly PollOptionId<Definition>[] };

/** What every vote on the poll has beside what all votes have. */
type Cast<Definition extends PollDefinition> = Definition extends { readonly type: 'rating' }
  ? { choices: null; ratings: { [Id in PollOptionId<Definition>]?: number }; other: null }
  : {
      choices: PollOptionId<Definition>[];
      ratings: null;
      other: MayHave<Definition, 'other', true> extends true ? string | null : null;
    };

/** A vote on the poll, as its owner reads it. */
export type VoteOf<Definition extends PollDefinition> =
  IsAny<Definition> extends true ? Vote : Omit<Vote, keyof Cast<Definition>> & Cast<Definition>;

/** A vote on the poll, as the visitor who cast it is told. */
export type VoteReceiptOf<Definition extends PollDefinition> =
  IsAny<Definition> extends true
    ? VoteReceipt
    : Omit<VoteReceipt, keyof Cast<Definition> | 'results'> &
        Cast<Definition> & { results: PollResultsOf<Definition> | null };

/** What the votes on the poll add up to. */
export type PollResultsOf<Definition extends PollDefinition> =
  IsAny<Definition> extends true
    ? PollResults
    : Omit<PollResults, 'options' | 'ranked'> & {
        options: (Omit<OptionResult, 'id' | RatingMember> & { id: PollOptionId<Definition> } & Rated<Definition>)[];
      } & Ranked<Definition>;

type RatingMember = 'average' | 'histogram';

type Rated<Definition> = Definition extends { readonly type: 'rating' }
  ? Required<Pick<OptionResult, RatingMember>>
  : unknown;

type Ranked<Definition extends PollDefinition> = Definition extends { readonly type: 'ranked' }
  ? { ranked: RankedOf<Definition> }
  : MayHave<Definition, 'type', 'ranked'> extends true
    ? { ranked?: RankedOf<Definition> }
    : unknown;

type RankedOf<Definition extends PollDefinition> = Omit<RankedResult, 'winners'> & {
  winners: PollOptionId<Definition>[];
};
