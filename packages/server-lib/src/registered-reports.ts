import {
  countAnswersReport,
  findAnswersReport,
  positionedAnswersReport,
  sortAnswersReport,
} from './asks/answers/search/search-reports.js';
import { filteredResultsReport } from './asks/results/filtered/filtered-report.js';
import { resultsReport } from './asks/results/results-report.js';
import { form } from './forms/form-kind.js';
import { poll } from './polls/poll-kind.js';
import { quiz } from './quizzes/quiz-kind.js';
import { countStarts } from './quizzes/start/count-starts.js';

/** Creates all reports: slow reads, which the reader thread runs. Some keep state between two calls. */
export const createReports = () => [
  findAnswersReport(poll),
  findAnswersReport(quiz),
  findAnswersReport(form),
  sortAnswersReport(poll),
  sortAnswersReport(quiz),
  sortAnswersReport(form),
  positionedAnswersReport(poll),
  positionedAnswersReport(quiz),
  positionedAnswersReport(form),
  countAnswersReport(poll),
  countAnswersReport(quiz),
  countAnswersReport(form),
  resultsReport(poll),
  resultsReport(quiz),
  resultsReport(form),
  filteredResultsReport(poll),
  filteredResultsReport(quiz),
  filteredResultsReport(form),
  countStarts,
];
