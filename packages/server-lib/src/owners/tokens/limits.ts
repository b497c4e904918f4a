/** The maximum number of tokens of an account that work. A further one ends the token that expires first. */
export const maxTokens = 500;

/** The maximum number of polls, quizzes and forms that a token names. */
export const maxTokenAsks = 100;

/** The maximum numbers of types, of locked members and of hidden members that a token names. */
export const maxTokenMembers = 50;

/** The maximum size of what a token allows, as JSON, in bytes. */
export const maxTokenBytes = 16_384;

/** How long a token works by default, and at most, in seconds. */
export const tokenSeconds = { default: 3_600, max: 24 * 3_600 } as const;
