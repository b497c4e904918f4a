import type { AttemptReceipt, Reveal, RevealedQuestion } from '../../contract/resources.js';
import type { Mark, QuizBody, QuizOwn } from '../stored-quiz.js';
import { scoreOf } from './mark-attempt.js';

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

function revealQuestion(own: QuizOwn, [id, correct, points]: Mark): RevealedQuestion {
  const question = own.questions.find((candidate) => candidate.id === id);
  const marked = reveals(own, 'correctness') ? { correct, points } : { correct: null, points: null };
  const solution =
    reveals(own, 'answers') && question
      ? { answer: question.answer, explanation: question.explanation }
      : { answer: null, explanation: null };
  return { id, ...marked, ...solution };
}
