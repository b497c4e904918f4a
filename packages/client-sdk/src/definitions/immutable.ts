/** The same, with nothing to be changed in it: what a `const` definition is. */
export type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]: Immutable<Value[Member]> }
    : Value;

/** Whether a list is one whose items the compiler does not know one by one. */
export type IsOpen<List extends readonly unknown[]> = number extends List['length'] ? true : false;

/** Whether a definition has this member, or may have, since what it has shows only as the program runs. */
export type MayHave<Definition, Member extends string, Value> = Definition extends {
  readonly [Name in Member]: infer Given;
}
  ? Value extends Given
    ? true
    : false
  : false;
