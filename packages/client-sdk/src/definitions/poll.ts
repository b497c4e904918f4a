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
import type { Immutable, IsDynamicList, MayHave } from './immutable.js';

/** The definition of a poll: a {@link PollDraft}, deeply readonly. */
export type PollDefinition = Immutable<PollDraft>;

/**
 * Returns a poll definition unchanged, with its exact type. Calls with the ID of the created poll derive the types of votes
 * and results from it.
 *
 * @param definition The poll to create. Unknown properties do not compile.
 *
 * @example
 * const lunch = definePoll({ title: 'Lunch?', options: [{ id: 'soup', label: 'Soup' }, 'Salad'] });
 * const poll = await askwell.polls.create(lunch);
 * await askwell.polls.votes.create(poll.id, { choices: ['soup'] }); // 'soap' does not compile
 */
export function definePoll<const Definition extends PollDefinition>(definition: CheckedPoll<Definition>): Definition {
  return definition;
}

/** A poll definition without unknown properties. */
export type CheckedPoll<Definition extends PollDefinition> = Definition & Exact<Definition, PollDraft>;

/** The IDs of the options of a poll. */
export type PollOptionId<Definition extends PollDefinition> = IdsOf<Definition['options'], 'o'>;

/** Whether the options, or whether they are rated, are only known at runtime. */
type IsDynamicPoll<Definition extends PollDefinition> =
  IsDynamicList<Definition['options']> extends true
    ? true
    : Definition extends { readonly type: 'rating' }
      ? false
      : MayHave<Definition, 'type', 'rating'>;

/** A poll whose ID has the type of its definition. */
export interface PollOf<Definition extends PollDefinition> extends Poll {
  id: AskId<Definition>;
}

/** A vote to submit. */
export type VoteDraftOf<Definition extends PollDefinition> =
  IsDynamicPoll<Definition> extends true
    ? Immutable<VoteDraft>
    : Immutable<Pick<VoteDraft, 'voter' | 'ticket'>> & VoteInput<Definition>;

type VoteInput<Definition extends PollDefinition> = Definition extends { readonly type: 'rating' }
  ? { readonly ratings: { readonly [Id in PollOptionId<Definition>]?: number | undefined } }
  : MayHave<Definition, 'other', true> extends true
    ? { readonly choices?: readonly PollOptionId<Definition>[] | undefined; readonly other?: string | undefined }
    : { readonly choices: readonly PollOptionId<Definition>[] };

/** The properties of a vote that depend on the definition. */
type VoteValues<Definition extends PollDefinition> = Definition extends { readonly type: 'rating' }
  ? { choices: null; ratings: { [Id in PollOptionId<Definition>]?: number }; other: null }
  : {
      choices: PollOptionId<Definition>[];
      ratings: null;
      other: MayHave<Definition, 'other', true> extends true ? string | null : null;
    };

/** A vote, as the owner of the poll sees it. */
export type VoteOf<Definition extends PollDefinition> =
  IsDynamicPoll<Definition> extends true ? Vote : Omit<Vote, keyof VoteValues<Definition>> & VoteValues<Definition>;

/** The response to a vote, as the visitor sees it. */
export type VoteReceiptOf<Definition extends PollDefinition> =
  IsDynamicPoll<Definition> extends true
    ? VoteReceipt
    : Omit<VoteReceipt, keyof VoteValues<Definition> | 'results'> &
        VoteValues<Definition> & { results: PollResultsOf<Definition> | null };

/** The results of a poll. */
export type PollResultsOf<Definition extends PollDefinition> =
  IsDynamicPoll<Definition> extends true
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
