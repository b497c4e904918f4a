/** The type-only properties in which an ID keeps its kind and its definition. */
declare const kind: unique symbol;
declare const definition: unique symbol;

/**
 * The ID of a poll, quiz or form. At runtime it is a string, and calls accept any string. Its type contains the kind, so that
 * the ID of a form does not fit a quiz, and the definition, from which calls derive the types of answers and results.
 */
export type AskId<Kind extends 'poll' | 'quiz' | 'form', Definition> = string & {
  /** A required property of strings. Without it, the compiler would refuse strings that have no kind. */
  readonly length: number;
  readonly [kind]?: Kind;
  readonly [definition]?: Definition;
};

/** The ID of a poll, or a string. */
export type PollId<Definition = unknown> = AskId<'poll', Definition>;

/** The ID of a quiz, or a string. */
export type QuizId<Definition = unknown> = AskId<'quiz', Definition>;

/** The ID of a form, or a string. */
export type FormId<Definition = unknown> = AskId<'form', Definition>;
