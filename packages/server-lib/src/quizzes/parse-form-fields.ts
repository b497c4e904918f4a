import type { UrlencodedFields } from '../http/urlencoded.js';
import { boolean } from '../inputs/boolean.js';
import { number } from '../inputs/number/number.js';
import { match } from '../inputs/options/match.js';
import { order } from '../inputs/options/order.js';
import { ownMember } from '../inputs/own-member.js';
import type { QuizOwn, StoredQuestion } from './stored-quiz.js';

/**
 * `q1` (repeated for several), `q1.rank.o1` and `q1.o1`, as a plain form names them. What is named otherwise stands among
 * the answers, to be refused there.
 */
export function fieldsOfQuiz({ questions }: QuizOwn, fields: Readonly<UrlencodedFields>): Record<string, unknown> {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const answers = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    const question = byId.get(name.split('.', 1)[0] ?? '');
    if (!question || !isNameOf(question, name)) answers.set(name, value);
  }
  for (const question of questions) {
    const answer = readAnswer(question, fields);
    if (answer !== undefined) answers.set(question.id, answer);
  }
  return { answers: Object.fromEntries(answers) };
}

const rankName = 'rank.';

/** Whether a plain form may name an answer to the question so. */
function isNameOf({ id, type }: StoredQuestion, name: string): boolean {
  if (type === 'match') return name.startsWith(`${id}.`);
  return name === id || (type === 'order' && name.startsWith(`${id}.${rankName}`));
}

function readAnswer({ id, type }: StoredQuestion, fields: Readonly<UrlencodedFields>): unknown {
  const field = ownMember(fields, id);
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
      return order.read(fields, `${id}.${rankName}`, id);
    case 'match':
      return match.read(fields, `${id}.`);
  }
}
