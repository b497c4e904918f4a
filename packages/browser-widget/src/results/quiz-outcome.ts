import type { AttemptReceipt, PublicQuestion, PublicQuiz, RevealedQuestion } from '@askwell/server/contract';
import type { Translator } from '../translate.js';
import { type Child, h } from '../ui/dom.js';
import { mark } from './bars.js';

/** Renders the outcome of an attempt, as far as the quiz reveals it. */
export function quizOutcome(
  { questions = [] }: PublicQuiz,
  { score, max_score, percentage, passed, band, questions: revealed }: AttemptReceipt,
  t: Translator,
): Child {
  return [
    score !== null &&
      h(
        'p',
        'score',
        h('b', '', t.percent((percentage ?? 0) / 100)),
        t('{n} of {m} points', { n: score, m: max_score ?? 0 }),
        passed !== null && mark(t(passed ? 'Passed' : 'Not passed'), passed),
      ),
    band && h('div', 'band', h('h3', 'text', band.title), band.message && h('p', 'text', band.message)),
    h(
      'ol',
      'feedback',
      revealed.map((one) =>
        feedback(
          one,
          questions.find(({ id }) => id === one.id),
          t,
        ),
      ),
    ),
  ];
}

function feedback(
  { correct, answer, explanation }: RevealedQuestion,
  question: PublicQuestion | undefined,
  t: Translator,
): Child {
  return (
    correct !== null &&
    h(
      'li',
      'question',
      question && h('span', 'label text', question.prompt),
      mark(t(correct ? 'Correct' : 'Incorrect'), correct),
      question &&
        answer !== null &&
        h('p', 'text', t('Correct answer: {answer}', { answer: keyText(answer, question, t) })),
      explanation && h('p', 'help text', explanation),
    )
  );
}

/** Formats the answer key of a question. */
function keyText(
  key: NonNullable<RevealedQuestion['answer']>,
  { options, targets, type }: PublicQuestion,
  t: Translator,
): string {
  const label = (id: unknown) => [...options, ...targets].find((option) => option.id === id)?.label ?? String(id);
  if (typeof key === 'boolean') return t(key ? 'Yes' : 'No');
  if (typeof key === 'string') return label(key);
  if (Array.isArray(key)) return key.map(label).join(type === 'order' ? ' → ' : ' · ');
  if (type === 'number') {
    const [value, tolerance] = [key['value'], key['tolerance']].map((n) =>
      t.number(Number(n ?? 0), { maximumFractionDigits: 6 }),
    );
    return Number(key['tolerance']) ? `${value} ± ${tolerance}` : `${value}`;
  }
  return Object.entries(key)
    .map((pair) => pair.map(label).join(' – '))
    .join(' · ');
}
