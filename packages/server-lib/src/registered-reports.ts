import { resultsReport } from './asks/results/results-report.js';
import { form } from './forms/form-kind.js';
import { poll } from './polls/poll-kind.js';
import { quiz } from './quizzes/quiz-kind.js';

/** Every report there is: the reads that may take long, which the reader runs in its own thread. */
export const reports = [resultsReport(poll), resultsReport(quiz), resultsReport(form)];
