/*
 * What stands for counts where the size of results is estimated: ten digits each, and shares and averages of them that take
 * as many digits as such numbers can.
 */

/** So many have answered. */
export const mostAnswers = 9_999_999_967;

/** So many have chosen one thing. */
export const mostChosen = 3_333_333_319;
