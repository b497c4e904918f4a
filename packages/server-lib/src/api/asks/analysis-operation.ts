import { optionalParameter } from '../../base/validation/call-checks.js';
import { answerQueries } from '../../core/answers/answer-params.js';
import { parseSelection } from '../../core/answers/parse-selection.js';
import type { KindServices } from '../../core/kind-services.js';
import { withoutNoise } from '../../core/results/averages.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { NoDiscrimination, QuestionAnalysis } from '../../kinds/quiz/question-analysis.js';
import type { QuestionAnalysisService } from '../../kinds/quiz/question-analysis-report.js';
import { quizAnalysis } from '../../kinds/quiz/quiz-analysis-schema.js';
import type { QuizWire } from '../../kinds/quiz/quiz-kind.js';
import type { QuizBody, QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import type { QuestionQuality, QuizDraft } from '../../shared/contract/resources.js';
import { plainQuizLabel } from '../../shared/presentation/quiz-text.js';
import { defineOperation } from '../operations/operation.js';
import { inputParamsOf } from './answer-operations.js';
import { askTarget } from './ask-target.js';
import { reportArgument } from './report-argument.js';

/** The service that the analysis needs, in addition to the services of quizzes. */
export interface AnalysisContext {
  readonly questionAnalyses: QuestionAnalysisService;
}

/** Returns the operation that analyzes the questions of a quiz. */
export function analysisOperation(
  services: KindServices<QuizDraft, QuizOwn, QuizBody, QuizWire>,
  { questionAnalyses }: AnalysisContext,
) {
  const { kind, asks } = services;
  return defineOperation({
    method: 'GET',
    target: askTarget(services, '/analysis'),
    doc: {
      id: 'getQuizAnalysis',
      summary: 'Analyze the questions of a quiz',
      description: 'With filters, analyzes only the attempts that they find.',
      responses: [resourceResponse(quizAnalysis)],
    },
    effect: 'read',
    input: answerQueries.quiz.results,
    prefixed: inputParamsOf(kind),
    argument: { ...reportArgument, parameter: optionalParameter(reportArgument.parameter) },
    weight: () => 'job',
    async run({ found: { ask }, prefixed }, filter) {
      const selection = parseSelection(kind, ask, filter, prefixed);
      const { found, matching, isCut } = await questionAnalyses.read(ask, selection);
      const prompts = new Map(ask.own.questions.map(({ id, prompt }) => [id, plainQuizLabel(prompt)]));
      return {
        data: {
          quiz_id: asks.wireId(ask),
          questions: found.map((analysis) => qualityOf(analysis, prompts.get(analysis.id) ?? '')),
          matching_answers: matching,
          oldest_left_out: isCut,
        },
      };
    },
  });
}

const reasons = {
  few: 'too_few_attempts',
  alone: 'no_other_question',
  equal: 'all_equal',
} as const satisfies Record<NoDiscrimination, QuestionQuality['no_discrimination']>;

function qualityOf({ id, attempts, difficulty, discrimination }: QuestionAnalysis, prompt: string): QuestionQuality {
  const isKnown = typeof discrimination === 'number';
  return {
    id,
    prompt,
    attempts,
    difficulty: difficulty === null ? null : withoutNoise(difficulty),
    discrimination: isKnown ? withoutNoise(discrimination) : null,
    no_discrimination: isKnown ? null : reasons[discrimination],
  };
}
