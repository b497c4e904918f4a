/** A part of a definition by its id. */
interface Identified {
  readonly id: string;
  readonly part: unknown;
}

/**
 * Each part of a list with its id: its own, or the one the server makes for it. Those are a letter and a number, which
 * counts from 1 the parts that have none.
 */
export type PartsOf<List, Letter extends string> = List extends readonly unknown[]
  ? number extends List['length']
    ? { readonly id: string; readonly part: List[number] }
    : Extract<GivenIds<List>, `${Letter}${number}`> extends never
      ? Numbered<List, Letter>
      : Unnumbered<List[number], Letter>
  : never;

/** The ids of the parts of a list. */
export type IdsOf<List, Letter extends string> = PartsOf<List, Letter>['id'];

type GivenIds<List extends readonly unknown[]> = List[number] extends infer Part
  ? Part extends { readonly id: infer Id extends string }
    ? Id
    : never
  : never;

/** Walks the list, counting in `Made` the ids that were made. */
type Numbered<
  List extends readonly unknown[],
  Letter extends string,
  Made extends readonly unknown[] = readonly [unknown],
  Found extends Identified = never,
> = List extends readonly [infer Part, ...infer Rest]
  ? Part extends { readonly id: infer Id extends string }
    ? Numbered<Rest, Letter, Made, Found | { readonly id: Id; readonly part: Part }>
    : Numbered<
        Rest,
        Letter,
        readonly [...Made, unknown],
        Found | { readonly id: `${Letter}${Made['length'] & number}`; readonly part: Part }
      >
  : Found;

/** Where ids of the author's look like made ones, it is not said here which numbers are made. */
type Unnumbered<Part, Letter extends string> = Part extends { readonly id: infer Id extends string }
  ? { readonly id: Id; readonly part: Part }
  : { readonly id: `${Letter}${number}`; readonly part: Part };
