/** An item of a definition with its ID. */
interface Identified {
  readonly id: string;
  readonly part: unknown;
}

/**
 * The items of a list with their IDs. Items without an ID get the one that the server generates: a letter and a number,
 * counted from 1 over the items without an ID.
 */
export type PartsOf<List, Letter extends string> = List extends readonly unknown[]
  ? number extends List['length']
    ? { readonly id: string; readonly part: List[number] }
    : Extract<GivenIds<List>, `${Letter}${number}`> extends never
      ? Numbered<List, Letter>
      : AnyNumber<List[number], Letter>
  : never;

/** The IDs of the items of a list. */
export type IdsOf<List, Letter extends string> = PartsOf<List, Letter>['id'];

/** The IDs that the definition gives to items. */
export type GivenIds<List extends readonly unknown[]> = List[number] extends infer Part
  ? Part extends { readonly id: infer Id extends string }
    ? Id
    : never
  : never;

/** Numbers the items without an ID. The length of `Counter` is the next number. */
type Numbered<
  List extends readonly unknown[],
  Letter extends string,
  Counter extends readonly unknown[] = readonly [unknown],
  Found extends Identified = never,
> = List extends readonly [infer Part, ...infer Rest]
  ? Part extends { readonly id: infer Id extends string }
    ? Numbered<Rest, Letter, Counter, Found | { readonly id: Id; readonly part: Part }>
    : Numbered<
        Rest,
        Letter,
        readonly [...Counter, unknown],
        Found | { readonly id: `${Letter}${Counter['length'] & number}`; readonly part: Part }
      >
  : Found;

/** Accepts any number. Used if a given ID looks like a generated one, because the server then skips that number. */
type AnyNumber<Part, Letter extends string> = Part extends { readonly id: infer Id extends string }
  ? { readonly id: Id; readonly part: Part }
  : { readonly id: `${Letter}${number}`; readonly part: Part };
