import type {
  AttemptReceipt,
  AttemptReview,
  PublicQuestion,
  Reveal,
  RevealedQuestion,
} from '../../shared/contract/resources.js';
import { scoreOf } from './mark-attempt.js';
import type { Mark, QuizBody, QuizOwn } from './stored-quiz.js';
import { publicQuestionsByIds } from './visitor-view.js';

/** The levels of `reveal`. Each includes the preceding ones. */
const revealLevels: readonly Reveal[] = ['nothing', 'score', 'correctness', 'answers'];

export function reveals({ reveal }: QuizOwn, level: Reveal): boolean {
  return revealLevels.indexOf(reveal) >= revealLevels.indexOf(level);
}

type Revealed = Pick<AttemptReceipt, 'score' | 'max_score' | 'percentage' | 'passed' | 'band' | 'questions'>;

const noScore = { score: null, max_score: null, percentage: null, passed: null, band: null };

/**
 * Returns what a visitor may see of their attempt. Lists every member explicitly, so that private members cannot leak.
 */
export function revealAttempt(own: QuizOwn, { marks }: QuizBody): Revealed {
  return {
    ...(reveals(own, 'score') ? scoreOf(own, marks) : noScore),
    questions: marks.questions.map((mark) => revealQuestion(own, mark)),
  };
}

/** Returns what a visitor may see of the mark of one question. */
export function revealQuestion(own: QuizOwn, [id, correct, points]: Mark): RevealedQuestion {
  const question = own.questions.find((candidate) => candidate.id === id);
  const marked = reveals(own, 'correctness')
    ? { correct, points, ...(question && { max_points: question.points }) }
    : { correct: null, points: null };
  const solution =
    reveals(own, 'answers') && question
      ? { answer: question.answer, explanation: question.explanation }
      : { answer: null, explanation: null };
  return { id, ...marked, ...solution };
}

/**
 * Returns the questions and the answers of an attempt for its visitor. Null if the quiz does not reveal which answers are correct,
 * because there is nothing to review.
 */
export function reviewAttempt(own: QuizOwn, { answers, marks }: QuizBody): AttemptReview | null {
  if (!reveals(own, 'correctness')) return null;
  const ids = marks.questions.map(([id]) => id);
  return { questions: publicQuestionsByIds({ own }, ids).map(withNeutralOrder), answers };
}

/** Sorts the options of `order` questions: the order of the quiz is the correct one. */
function withNeutralOrder(question: PublicQuestion): PublicQuestion {
  if (question.type !== 'order') return question;
  return { ...question, options: [...question.options].sort((one, other) => (one.label < other.label ? -1 : 1)) };
}
