import type { Plain } from './plain.js';

/**
 * The definition after an update. Properties that may be absent from the changes at runtime have the type of the
 * changes or the type before the update.
 */
export type Updated<Definition, Changes> = Plain<{
  readonly [Member in keyof Definition | keyof Changes]: Member extends keyof Changes
    ? undefined extends Changes[Member]
      ? Exclude<Changes[Member], undefined> | (Member extends keyof Definition ? Definition[Member] : undefined)
      : Changes[Member]
    : Member extends keyof Definition
      ? Definition[Member]
      : never;
}>;

/**
 * The items of a list in an update, each with an ID. The server generates the missing ones, and uses no number twice in the
 * life of a list, so that the number is unknown.
 */
export type Identify<List, Letter extends string> = List extends readonly unknown[]
  ? { readonly [At in keyof List]: WithId<List[At], Letter> }
  : List;

type WithId<Item, Letter extends string> = Item extends string
  ? { readonly id: `${Letter}${number}`; readonly label: Item }
  : Item extends { readonly id: string }
    ? Item
    : Plain<Omit<Item, 'id'> & { readonly id: `${Letter}${number}` }>;

/** A field or question in an update, with IDs for itself and its lists. */
export type IdentifyParts<List, Letter extends string> = List extends readonly unknown[]
  ? Identify<{ readonly [At in keyof List]: WithListIds<List[At]> }, Letter>
  : List;

/** The letters of generated IDs, by the name of the list. */
interface ListLetters {
  options: 'o';
  rows: 'r';
  targets: 't';
}

type WithListIds<Part> = Plain<{
  readonly [Member in keyof Part]: Member extends keyof ListLetters
    ? Identify<Part[Member], ListLetters[Member]>
    : Part[Member];
}>;
