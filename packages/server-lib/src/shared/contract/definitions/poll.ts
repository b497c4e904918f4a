import type { Poll, PollChanges, PollDraft } from '../resources.js';
import type { PollId } from './ask-id.js';
import type { Exact } from './exact.js';
import type { IdsOf } from './ids.js';
import type { Immutable, IsDynamicList, MayHave } from './immutable.js';
import type { DistinctIds, IsSet, OnePerRule, Requires, ValueOr } from './rules.js';
import type { Identify, Updated } from './updated.js';

/** The definition of a poll: a {@link PollDraft}, deeply readonly. */
export type PollDefinition = Immutable<PollDraft>;

/**
 * Returns a poll definition unchanged, with its exact type. Calls with the ID of the created poll derive the types of votes
 * and results from it.
 *
 * @param definition The poll to create. Unknown properties, and ones that contradict each other, do not compile.
 *
 * @example
 * const lunch = definePoll({ title: 'Lunch?', options: [{ id: 'soup', label: 'Soup' }, 'Salad'] });
 * type LunchVote = VoteDraftOf<typeof lunch>; // { choices: readonly ('soup' | 'o1')[] }
 */
export function definePoll<const Definition extends PollDefinition>(definition: CheckedPoll<Definition>): Definition {
  return definition;
}

/** A poll definition without unknown properties and contradictions. */
export type CheckedPoll<Definition extends PollDefinition> = Definition &
  Exact<Definition, PollDraft> &
  PollRules<Definition>;

type PollRules<Definition extends PollDefinition> = OnePerRule<Definition, 'browser'> &
  TypeRule<Definition> & { readonly options: DistinctIds<Definition['options']> };

/** The types of polls that allow a property. */
interface TypesByMember {
  min_choices: 'multiple' | 'ranked';
  max_choices: 'multiple' | 'ranked';
  scale: 'rating';
  style: 'rating';
  labels: 'rating';
  other: 'single' | 'multiple';
}

/** Refuses properties that the type of the poll does not allow. */
type TypeRule<Definition> = {
  readonly [Member in keyof Definition & keyof TypesByMember]?: [
    IsSet<Definition[Member]>,
    Extract<ValueOr<Definition, 'type', 'single'>, TypesByMember[Member]>,
  ] extends [true, never]
    ? Requires<{ type: TypesByMember[Member] }>
    : unknown;
};

/** The changes of a poll. */
export type PollChangesDefinition = Immutable<PollChanges>;

/** The definition of a poll after an update. */
export type UpdatedPoll<Definition extends PollDefinition, Changes extends PollChangesDefinition> =
  Updated<Definition, WithOptionIds<Changes>> extends infer Result extends PollDefinition ? Result : PollDefinition;

type WithOptionIds<Changes> = {
  readonly [Member in keyof Changes]: Member extends 'options' ? Identify<Changes[Member], 'o'> : Changes[Member];
};

/** Changes without unknown properties and contradictions, also with the definition before. */
export type CheckedPollChanges<Definition extends PollDefinition, Changes extends PollChangesDefinition> = Changes &
  Exact<Changes, PollChanges> &
  Pick<PollRules<UpdatedPoll<Definition, Changes>>, keyof PollRules<UpdatedPoll<Definition, Changes>> & keyof Changes>;

/** The IDs of the options of a poll. */
export type PollOptionId<Definition extends PollDefinition> = IdsOf<Definition['options'], 'o'>;

/** Whether the options, or whether they are rated, are only known at runtime. */
export type IsDynamicPoll<Definition extends PollDefinition> =
  IsDynamicList<Definition['options']> extends true
    ? true
    : Definition extends { readonly type: 'rating' }
      ? false
      : MayHave<Definition, 'type', 'rating'>;

/** A poll whose ID has the type of its definition. */
export interface PollOf<Definition extends PollDefinition> extends Poll {
  id: PollId<Definition>;
}
