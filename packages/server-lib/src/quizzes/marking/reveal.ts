import type { AttemptReceipt, Reveal, RevealedQuestion } from '../quiz-types.js';
import type { Mark, QuizBody, QuizOwn } from '../stored-quiz.js';
import { scoreOf } from './mark-attempt.js';

/** How much each level tells: all that those before it do, and more. */
const revealLevels: readonly Reveal[] = ['nothing', 'score', 'correctness', 'answers'];

export function reveals({ reveal }: QuizOwn, what: Reveal): boolean {
  return revealLevels.indexOf(reveal) >= revealLevels.indexOf(what);
}

type Revealed = Pick<AttemptReceipt, 'score' | 'max_score' | 'percentage' | 'passed' | 'band' | 'questions'>;

const noScore = { score: null, max_score: null, percentage: null, passed: null, band: null };

/** What a visitor may be told of their attempt: picked, so that nothing slips through that was not thought of. */
export function revealAttempt(own: QuizOwn, { marks }: QuizBody): Revealed {
  return {
    ...(reveals(own, 'score') ? scoreOf(own, marks) : noScore),
    questions: marks.questions.map((mark) => revealQuestion(own, mark)),
  };
}

function revealQuestion(own: QuizOwn, [id, correct, points]: Mark): RevealedQuestion {
  const question = own.questions.find((one) => one.id === id);
  const marked = reveals(own, 'correctness') ? { correct, points } : { correct: null, points: null };
  const solved =
    reveals(own, 'answers') && question
      ? { answer: question.answer, explanation: question.explanation }
      : { answer: null, explanation: null };
  return { id, ...marked, ...solved };
}
