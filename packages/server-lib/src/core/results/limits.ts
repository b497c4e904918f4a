import { maxFilteredAnswers } from '../limits.js';

/** The maximum numbers of answers and characters that the newest answers to questions without options are read from, in whole slices. */
export const maxOpenAnswers = { answers: 2_000, characters: 2_000_000 };

/** The number of the newest answers to a question that the results show, and the maximum length of each. */
export const maxLatestAnswers = 5;
export const maxLatestLength = 300;

/** The number of frequent words that the results show for a question. */
export const maxShownWords = 12;

/** The maximum number of different words that are counted. Further ones are ignored, so that memory is limited. */
export const maxCountedWords = 5_000;

/** The maximum number of forms of a word among which the most frequent one is chosen. */
export const maxWordForms = 4;

/** The maximum number of distinct values of a question that are counted, and their maximum length. Further values are not counted. */
export const maxCountedValues = 1_000;
export const maxValueLength = 200;

/** How often a report starts again, because the definition changed, before it fails. */
export const maxScanRestarts = 3;

/** The maximum numbers of answers and characters that filtered results count, newest first, in whole slices. */
export const maxFilteredResults = { answers: maxFilteredAnswers, characters: Number.POSITIVE_INFINITY };

/** The maximum numbers of answers and characters that a cross table counts, newest first, in whole slices. */
export const maxCrossTableAnswers = { answers: maxFilteredAnswers, characters: 1_000_000_000 };

/** The maximum number of options of each question that have a row or a column of a cross table. Further ones are grouped. */
export const maxCrossTableOptions = 40;

/** The maximum number of questions that a fault names. */
export const maxNamedQuestions = 100;

/** The maximum numbers of answers and characters that averages are computed from, newest first, in whole slices. */
export const maxAveragedAnswers = maxCrossTableAnswers;
