import type { OnePer } from '../resources.js';

/** The type of a property with an invalid value. The compiler reports it together with the expected value. */
export interface MustBe<Expected> {
  readonly 'must be': Expected;
}

/** The type of a property that is not allowed without other properties. */
export interface Requires<Others> {
  readonly requires: Others;
}

/** The type of an ID that another item of the list has too. */
export interface DuplicateId<Id> {
  readonly 'is also the ID of another item': Id;
}

/** Whether a value is certainly set: not null, undefined or false, and not possibly one of them at runtime. */
export type IsSet<Value> = [Extract<Value, null | undefined | false>] extends [never] ? true : false;

/** The value of a property, or its default if it is absent or undefined. */
export type ValueOr<Definition, Member extends string, Default> = Member extends keyof Definition
  ? undefined extends Definition[Member]
    ? Exclude<Definition[Member], undefined> | Default
    : Definition[Member]
  : Default;

/** Allows all properties of an item. The compiler checks the items of each array of an intersection on their own. */
export type Allowed<Item> = { readonly [Member in keyof Item]?: unknown };

/** The properties that need `one_per`. */
type NeedsOnePer = 'allow_change' | 'max_attempts';

/** Refuses properties that need `one_per`, if it is certainly null. */
export type OnePerRule<Definition, Default extends OnePer | null> = [
  Extract<ValueOr<Definition, 'one_per', Default>, string>,
] extends [never]
  ? {
      readonly [Member in keyof Definition & NeedsOnePer]?: IsSet<Definition[Member]> extends true
        ? Requires<{ one_per: OnePer }>
        : unknown;
    }
  : unknown;

/** Refuses IDs that several items of a list have. */
export type DistinctIds<List> = List extends readonly unknown[]
  ? [RepeatedIds<List>] extends [never]
    ? unknown
    : {
        readonly [At in keyof List]: List[At] extends { readonly id: infer Id }
          ? Id extends RepeatedIds<List>
            ? { readonly id: DuplicateId<Id> }
            : unknown
          : unknown;
      }
  : unknown;

/** The IDs that several items of a list have, as far as the compiler knows them. */
type RepeatedIds<List, Seen = never, Repeated = never> = List extends readonly [infer Item, ...infer Rest]
  ? Item extends { readonly id: infer Id extends string }
    ? IsLiteral<Id> extends true
      ? RepeatedIds<Rest, Seen | Id, Repeated | Extract<Seen, Id>>
      : RepeatedIds<Rest, Seen, Repeated>
    : RepeatedIds<Rest, Seen, Repeated>
  : Repeated;

/** Whether a text is known in full. A pattern such as `o${number}` is an index signature, which an empty object fits. */
type IsLiteral<Text extends string> = Record<never, never> extends Record<Text, 1> ? false : true;
