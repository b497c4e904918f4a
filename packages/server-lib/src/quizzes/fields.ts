import type { Fields } from '../http/urlencoded.js';
import { boolean } from '../inputs/boolean.js';
import { match } from '../inputs/match.js';
import { number } from '../inputs/number.js';
import { order } from '../inputs/order.js';
import type { QuizOwn, StoredQuestion } from './stored.js';

/** `q1` (repeated for several), `q1.rank.o1` and `q1.o1`, as a plain form names them; whatever else is a member. */
export function fieldsOfQuiz({ questions }: QuizOwn, fields: Readonly<Fields>): Record<string, unknown> {
  const answers = new Map<string, unknown>();
  for (const question of questions) {
    const answer = readAnswer(question, fields);
    if (answer !== undefined) answers.set(question.id, answer);
  }
  const ids = new Set(questions.map(({ id }) => id));
  const members = Object.entries(fields).filter(([name]) => !ids.has(name.split('.', 1)[0] ?? ''));
  return { ...Object.fromEntries(members), answers: Object.fromEntries(answers) };
}

function readAnswer({ id, type }: StoredQuestion, fields: Readonly<Fields>): unknown {
  const field = Object.hasOwn(fields, id) ? fields[id] : undefined;
  switch (type) {
    case 'single':
    case 'text':
      return field;
    case 'multiple':
      return typeof field === 'string' ? [field] : field;
    case 'boolean':
      return boolean.read(field);
    case 'number':
      return number.read(field);
    case 'order':
      return order.read(fields, `${id}.rank.`) ?? (typeof field === 'string' ? [field] : field);
    case 'match':
      return match.read(fields, `${id}.`);
  }
}
