/*
 * Counts for estimating the size of results. They have ten digits, and their quotients have as many digits as shares and
 * averages can have.
 */

/** The number of answers. */
export const largestAnswerCount = 9_999_999_967;

/** The number of answers that chose one option. */
export const largestChoiceCount = 3_333_333_319;
