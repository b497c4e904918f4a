import {
  countAnswersReport,
  findAnswersReport,
  positionedAnswersReport,
  sortAnswersReport,
} from '../core/answers/search-reports.js';
import { averagesReport } from '../core/results/averages-report.js';
import { crossTableReport } from '../core/results/cross-table-report.js';
import { filteredResultsReport } from '../core/results/filtered-report.js';
import { openAnswersReport } from '../core/results/open-answers-report.js';
import { resultsReport } from '../core/results/results-report.js';
import { form } from '../kinds/form/form-kind.js';
import { pathCountsReport } from '../kinds/form/path-counts-report.js';
import { poll } from '../kinds/poll/poll-kind.js';
import { countStarts } from '../kinds/quiz/count-starts.js';
import { questionAnalysisReport } from '../kinds/quiz/question-analysis-report.js';
import { quiz } from '../kinds/quiz/quiz-kind.js';

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
  openAnswersReport(poll),
  openAnswersReport(quiz),
  openAnswersReport(form),
  crossTableReport(poll),
  crossTableReport(quiz),
  crossTableReport(form),
  averagesReport(poll),
  averagesReport(quiz),
  averagesReport(form),
  countStarts,
  questionAnalysisReport(),
  pathCountsReport(),
];
