import { resultsReport } from './asks/results-report.js';
import { form } from './forms/form.js';
import { poll } from './polls/poll.js';
import { quiz } from './quizzes/quiz.js';

/** Every report there is: the reads that may take long, which the reader runs in its own thread. */
export const reports = [resultsReport(poll), resultsReport(quiz), resultsReport(form)];
