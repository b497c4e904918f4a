import { formatTimestamp } from '../../base/clock.js';
import type { QuestionAnswer } from '../../shared/contract/resources.js';
import { scoreOf } from './mark-attempt.js';
import type { QuizBody, QuizOwn } from './stored-quiz.js';

/** Returns the columns of a CSV export that only quizzes have. */
export function attemptCsvColumns({ questions }: QuizOwn): string[] {
  return [
    ...['name', 'email', 'score', 'max_score', 'percentage', 'passed', 'band', 'graded_at'],
    ...questions.flatMap(({ id }) => [`answers.${id}`, `points.${id}`]),
  ];
}

/** Returns the cells of one attempt. The points of questions that were not asked are empty. */
export function attemptCsvCells(own: QuizOwn, { answers, marks, name, email }: QuizBody): (string | number | null)[] {
  const { score, max_score, percentage, passed, band } = scoreOf(own, marks);
  const points = new Map(marks.questions.map(([id, , earned]) => [id, earned]));
  return [
    ...[name ?? null, email ?? null, score, max_score, percentage],
    ...[passed === null ? null : String(passed), band?.title ?? null, formatTimestamp(marks.at)],
    ...own.questions.flatMap(({ id }) => [
      Object.hasOwn(answers, id) ? answerCell(answers[id]) : null,
      points.get(id) ?? null,
    ]),
  ];
}

function answerCell(answer: QuestionAnswer | undefined): string | number | null {
  if (answer === undefined) return null;
  if (typeof answer === 'string' || typeof answer === 'number') return answer;
  if (typeof answer === 'boolean') return String(answer);
  if (Array.isArray(answer)) return answer.join(' ');
  return Object.entries(answer)
    .map(([left, right]) => `${left}=${right}`)
    .join(' ');
}
