/** The bucket with the number of answers that do not count in `max_answers`. No other bucket has this name. */
export const uncountedBucket = '$disqualified';
