/** The maximum numbers of submissions and characters from which paths are counted, newest first, in whole slices. */
export const maxCountedPaths = { answers: 2_000, characters: 2_000_000 };

/** Submissions times the length of the form, as a limit for the time that it takes to evaluate them. */
export const maxEvaluatedCharacters = 50_000_000;
