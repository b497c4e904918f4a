/** The type-only property in which an ID keeps its definition. */
declare const definition: unique symbol;

/**
 * The ID of a poll, quiz or form. At runtime it is a string. Its type contains the definition, from which calls with this
 * ID derive the types of answers and results.
 */
export type AskId<Definition> = string & { readonly [definition]?: Definition };

/** An ID that a call accepts: an {@link AskId}, from which the definition is inferred, or any string. */
export type IdOf<Definition> = string | AskId<Definition>;
