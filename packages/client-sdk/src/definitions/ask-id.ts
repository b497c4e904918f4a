/** Where an id keeps the type of what it names. It is there for the compiler alone. */
declare const definition: unique symbol;

/** The id of an ask. One that came from a definition knows it, and so do the answers that are asked for by it. */
export type AskId<Definition> = string & { readonly [definition]?: Definition };

/** What takes any text as an id, and learns the definition from an id that knows it. */
export type IdOf<Definition> = string | AskId<Definition>;
