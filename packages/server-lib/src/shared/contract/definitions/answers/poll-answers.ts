import type { OptionResult, PollResults, RankedResult, Vote, VoteDraft, VoteReceipt } from '../../resources.js';
import type { Immutable, MayHave } from '../immutable.js';
import type { Plain } from '../plain.js';
import type { IsDynamicPoll, PollDefinition, PollOptionId } from '../poll.js';

/** A vote to submit. */
export type VoteDraftOf<Definition extends PollDefinition> =
  IsDynamicPoll<Definition> extends true
    ? Immutable<VoteDraft>
    : Plain<Immutable<Pick<VoteDraft, 'voter' | 'ticket'>> & VoteInput<Definition>>;

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
  IsDynamicPoll<Definition> extends true
    ? Vote
    : Plain<Omit<Vote, keyof VoteValues<Definition>> & VoteValues<Definition>>;

/** The response to a vote, as the visitor sees it. */
export type VoteReceiptOf<Definition extends PollDefinition> =
  IsDynamicPoll<Definition> extends true
    ? VoteReceipt
    : Plain<
        Omit<VoteReceipt, keyof VoteValues<Definition> | 'results'> &
          VoteValues<Definition> & { results: PollResultsOf<Definition> | null }
      >;

/** The results of a poll. */
export type PollResultsOf<Definition extends PollDefinition> =
  IsDynamicPoll<Definition> extends true
    ? PollResults
    : Plain<
        Omit<PollResults, 'options' | 'ranked'> & {
          options: Plain<
            { id: PollOptionId<Definition> } & Omit<OptionResult, 'id' | RatingMember> & Rated<Definition>
          >[];
        } & Ranked<Definition>
      >;

type RatingMember = 'average' | 'histogram';

type Rated<Definition> = Definition extends { readonly type: 'rating' }
  ? Required<Pick<OptionResult, RatingMember>>
  : unknown;

type Ranked<Definition extends PollDefinition> = Definition extends { readonly type: 'ranked' }
  ? { ranked: RankedOf<Definition> }
  : MayHave<Definition, 'type', 'ranked'> extends true
    ? { ranked?: RankedOf<Definition> }
    : unknown;

type RankedOf<Definition extends PollDefinition> = Plain<
  Omit<RankedResult, 'winners'> & { winners: PollOptionId<Definition>[] }
>;
