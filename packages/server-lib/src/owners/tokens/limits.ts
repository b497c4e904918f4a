/** The maximum number of tokens of an account that work. A further one ends the token that expires first. */
export const maxTokens = 500;

/** The maximum number of polls, quizzes and forms that a token names. */
export const maxTokenAsks = 100;

/** How long a token works by default, and at most, in seconds. */
export const tokenSeconds = { default: 3_600, max: 24 * 3_600 } as const;
