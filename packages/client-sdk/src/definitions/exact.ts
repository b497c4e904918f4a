/**
 * What a definition has to be beside assignable: without members that are not known. A member that is not is `never`, so
 * that the compiler points at it.
 */
export type Exact<Given, Known> = Given extends readonly unknown[]
  ? { readonly [At in keyof Given]: Exact<Given[At], Extract<Known, readonly unknown[]>[number]> }
  : Given extends object
    ? {
        readonly [Member in keyof Given]: Member extends AllKeys<SameType<Given, Known>>
          ? Exact<Given[Member], MemberOf<SameType<Given, Known>, Member>>
          : never;
      }
    : Given;

type AllKeys<Known> = Known extends object ? keyof Known : never;
type MemberOf<Known, Member> = Known extends object ? (Member extends keyof Known ? Known[Member] : never) : never;

/** Of several kinds of parts, the kind that has the given part's `type`. */
type SameType<Given, Known> = Given extends { readonly type: infer Type }
  ? Known extends { readonly type?: infer Types }
    ? Type extends Types
      ? Known
      : never
    : never
  : Known;
