import type { AttemptReceipt, PublicQuiz, QuizResults } from '@askwell/server/contract';
import type { Translator } from '../translate.js';
import { type Child, h } from '../ui/dom.js';
import { bars } from './bars.js';

/** Renders the results of a quiz. */
export function quizResults(
  { questions = [] }: PublicQuiz,
  { attempts_count, average_percentage, pass_rate, questions: rates }: QuizResults,
  _own: AttemptReceipt | undefined,
  t: Translator,
): Child {
  const all = [
    { label: t('Average score'), share: average_percentage === null ? null : average_percentage / 100 },
    { label: t('Passed'), share: pass_rate },
    ...rates.map(({ id, correct_rate }) => ({
      label: questions.find((one) => one.id === id)?.prompt,
      share: correct_rate,
    })),
  ];
  return [
    h('h3', '', t('Results')),
    bars(
      all.flatMap(({ label, share }) => (label && share !== null ? { label, share, figure: t.percent(share) } : [])),
    ),
    h('p', 'total', t('{n} answer|{n} answers', { n: attempts_count })),
  ];
}
