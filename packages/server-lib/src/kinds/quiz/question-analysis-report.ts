import type { AnswerSelection } from '../../core/answers/answer-selection.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { createScan, type Scanned, type ScanReport, scanReport } from '../../core/results/scan-report.js';
import type { Store } from '../../db/store.js';
import { maxAnalyzedAttempts } from './limits.js';
import { createQuestionAnalysis, type QuestionAnalysis } from './question-analysis.js';
import { quiz } from './quiz-kind.js';
import type { QuizOwn, StoredQuestion } from './stored-quiz.js';

/** A question to analyze. Plain data, since threads exchange it. */
type AnalyzedQuestion = Pick<StoredQuestion, 'id' | 'points'>;

/** Returns the report that analyzes the questions of a quiz. */
export function questionAnalysisReport(): ScanReport<readonly AnalyzedQuestion[], readonly QuestionAnalysis[]> {
  return scanReport(quiz, {
    name: 'questionAnalysis',
    max: maxAnalyzedAttempts,
    start(_ask, questions: readonly AnalyzedQuestion[]) {
      const analyzed = createQuestionAnalysis(questions);
      return {
        add: (_row, body) => analyzed.add(body().marks.questions),
        collected: () => analyzed.analysis,
      };
    },
  });
}

/** Analyzes the questions of quizzes. */
export interface QuestionAnalysisService {
  /** @throws AskwellError with the code `not_found` if the quiz was deleted. */
  read(ask: StoredAsk<QuizOwn>, selection: AnswerSelection): Promise<Scanned<readonly QuestionAnalysis[]>>;
}

/** Creates the service. Callers that ask for the same at the same time share one read. */
export function createQuestionAnalyses(store: Store): QuestionAnalysisService {
  const scan = createScan(store, questionAnalysisReport());
  return {
    read: ({ seq, own }, selection) =>
      scan(
        seq,
        selection,
        own.questions.map(({ id, points }) => ({ id, points })),
      ),
  };
}
