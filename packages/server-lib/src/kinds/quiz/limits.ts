/**
 * The maximum numbers of attempts and characters from which questions are analyzed, newest first, in whole slices. The page with the
 * results reads them again with each new attempt.
 */
export const maxAnalyzedAttempts = { answers: 10_000, characters: 10_000_000 };

/** The number of attempts from which a question has a discrimination. Fewer attempts correlate by chance. */
export const minDiscriminationAttempts = 20;
