/** A deeply readonly version of a type, as a `const` type parameter infers it. */
export type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]: Immutable<Value[Member]> }
    : Value;

/** Whether the compiler does not know the items of a list one by one. */
export type IsDynamicList<List extends readonly unknown[]> = number extends List['length'] ? true : false;

/** Whether a property of a definition has this value, or may have it at runtime. */
export type MayHave<Definition, Member extends string, Value> = Definition extends {
  readonly [Name in Member]: infer Given;
}
  ? Value extends Given
    ? true
    : false
  : false;
