import { createLocalizer } from '../../base/localizer.js';
import { withMembers } from '../../base/with-members.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type {
  AttemptReceipt,
  AttemptReview,
  PublicQuestion,
  Reveal,
  RevealedQuestion,
} from '../../shared/contract/resources.js';
import { fillPlaceholders } from '../../shared/logic/placeholders.js';
import type { PlaceholderFiller } from '../../shared/presentation/placeholder-values.js';
import { escapeQuizMarks } from '../../shared/presentation/quiz-text.js';
import { scoreOf } from './mark-attempt.js';
import { type Mark, type QuizBody, type QuizOwn, questionsById } from './stored-quiz.js';
import { publicQuestionsByIds } from './visitor-view.js';

/** The levels of `reveal`. Each includes the preceding ones. */
const revealLevels: readonly Reveal[] = ['nothing', 'score', 'correctness', 'answers'];

export function reveals({ reveal }: QuizOwn, level: Reveal): boolean {
  return revealLevels.indexOf(reveal) >= revealLevels.indexOf(level);
}

type Revealed = Omit<AttemptReceipt, 'id' | 'quiz_id' | 'created_at'>;

const noScore = { score: null, max_score: null, percentage: null, passed: null, band: null };

const noSolution = { answer: null, explanation: null };

/**
 * Returns what a visitor may see of their attempt. Lists every member explicitly, so that private members cannot leak.
 */
export function revealAttempt(
  { own, terms }: Pick<StoredAsk<QuizOwn>, 'own' | 'terms'>,
  { marks, name = '' }: QuizBody,
): Revealed {
  const score = reveals(own, 'score') ? scoreOf(own, marks) : noScore;
  const fill = fillerOf(score, name, terms.locale);
  const { band } = score;
  const { message = null, url = null } = terms.after ?? {};
  return {
    score: score.score,
    max_score: score.max_score,
    percentage: score.percentage,
    passed: score.passed,
    band:
      band &&
      withMembers(band, { title: fill(band.title), message: band.message && fill(band.message, escapeQuizMarks) }),
    questions: marks.questions.map((mark) => revealQuestion(own, mark)),
    message: message && fill(message, escapeQuizMarks),
    redirect_url: url,
  };
}

/** Returns the function that fills the placeholders in the texts after an attempt. A score that is not revealed has no value. */
function fillerOf(
  { score, max_score, percentage }: Pick<Revealed, 'score' | 'max_score' | 'percentage'>,
  name: string,
  locale: string | null,
): PlaceholderFiller {
  // Most attempts have no such texts, so a value is only formatted where a text has its placeholder.
  const findValue = (placeholder: string): string | undefined => {
    const { texts } = createLocalizer(locale);
    switch (placeholder) {
      case 'quiz.score':
        return score === null ? '' : texts.number(score);
      case 'quiz.max_score':
        return max_score === null ? '' : texts.number(max_score);
      case 'quiz.percentage':
        return percentage === null ? '' : texts.percent(percentage / 100);
      case 'quiz.name':
        return name;
      default:
        return undefined;
    }
  };
  return (text, escapeValue) => fillPlaceholders(text, findValue, escapeValue);
}

/** Returns what a visitor may see of the mark of one question. */
export function revealQuestion(own: QuizOwn, [id, correct, points]: Mark): RevealedQuestion {
  if (!reveals(own, 'correctness')) return { id, correct: null, points: null, ...noSolution };
  const question = questionsById(own.questions).get(id);
  if (!question) return { id, correct, points, ...noSolution };
  const { answer, explanation } = reveals(own, 'answers') ? question : noSolution;
  return { id, correct, points, max_points: question.points, answer, explanation };
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
