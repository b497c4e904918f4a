/*
 * Counts for estimating the maximum size of results. They have ten digits, and dividing them gives shares and averages
 * with the maximum number of digits.
 */

/** The number of answers. */
export const largestAnswerCount = 9_999_999_967;

/** The number of answers that chose one option. */
export const largestChoiceCount = 3_333_333_319;
