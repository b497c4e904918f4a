/**
 * A definition without unknown properties. The type of an unknown property is `never`, so that the compiler reports that
 * property.
 */
export type Exact<Given, Known> = Given extends readonly unknown[]
  ? IsExtendedList<Given> extends true
    ? unknown
    : { readonly [At in keyof Given]: Exact<Given[At], Extract<Known, readonly unknown[]>[number]> }
  : Given extends object
    ? {
        readonly [Member in keyof Given]: Member extends AllKeys<SameType<Given, Known>>
          ? Exact<Given[Member], MemberOf<SameType<Given, Known>, Member>>
          : never;
      }
    : Given;

/**
 * Whether a list is made of another one and more items, as in `[...poll.options, 'Other']`. The compiler does not compare such a list with
 * an intersection item by item.
 */
type IsExtendedList<List extends readonly unknown[]> = number extends List['length']
  ? readonly List[number][] extends List
    ? false
    : true
  : false;

type AllKeys<Known> = Known extends object ? keyof Known : never;
type MemberOf<Known, Member> = Known extends object ? (Member extends keyof Known ? Known[Member] : never) : never;

/** The members of a union that have the same `type` as the given value. */
type SameType<Given, Known> = Given extends { readonly type: infer Type }
  ? Known extends { readonly type?: infer Types }
    ? Type extends Types
      ? Known
      : never
    : never
  : Known;
