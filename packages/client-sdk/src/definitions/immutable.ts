/** The same, with nothing to be changed in it: what a `const` definition is. */
export type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]: Immutable<Value[Member]> }
    : Value;
