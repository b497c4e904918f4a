import type { AnswerSelection } from '../../core/answers/answer-selection.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { minDiscriminationAttempts } from '../../kinds/quiz/limits.js';
import type { NoDiscrimination, QuestionAnalysis } from '../../kinds/quiz/question-analysis.js';
import type { QuestionAnalysisService } from '../../kinds/quiz/question-analysis-report.js';
import type { QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import { plainQuizLabel } from '../../shared/presentation/quiz-text.js';
import { count } from '../components.js';
import { number } from '../numbers.js';
import { percent } from '../owner-localizer.js';
import type { AnalyzedValue, Insight } from './insight.js';

/** Returns the function that analyzes the questions of a quiz, from the newest attempts. */
export function createQuestionInsights(analyses: QuestionAnalysisService) {
  return async (ask: StoredAsk<QuizOwn>, selection: AnswerSelection): Promise<readonly Insight[]> => {
    const { found, matching, isCut } = await analyses.read(ask, selection);
    // Attempts whose answers were deleted by age are only in the counts.
    if (matching === 0) return [];
    const prompts = new Map(ask.own.questions.map(({ id, prompt }) => [id, plainQuizLabel(prompt)]));
    // Questions without points are last.
    const hardestFirst = [...found].sort((a, b) => (a.difficulty ?? 2) - (b.difficulty ?? 2));
    const questions = hardestFirst.map((analysis) => ({
      prompt: prompts.get(analysis.id) ?? '',
      attempts: number(analysis.attempts),
      reached: reachedOf(analysis),
      discrimination: discriminationOf(analysis),
    }));
    const counted = isCut ? `the newest ${number(matching)} attempts` : count(matching, 'attempt', 'attempts');
    return [{ type: 'analysis', questions, about: `From ${counted}.` }];
  };
}

function reachedOf({ attempts, difficulty }: QuestionAnalysis): AnalyzedValue {
  if (difficulty !== null) return { value: percent(difficulty) };
  return { unknown: attempts === 0 ? 'No attempts' : 'No points' };
}

const reasons: Readonly<Record<NoDiscrimination, string>> = {
  few: `Fewer than ${minDiscriminationAttempts} attempts`,
  alone: 'No other questions',
  equal: 'All the same',
};

function discriminationOf({ discrimination }: QuestionAnalysis): AnalyzedValue {
  return typeof discrimination === 'number' ? { value: number(discrimination) } : { unknown: reasons[discrimination] };
}
