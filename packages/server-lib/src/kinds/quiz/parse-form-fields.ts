import type { UrlencodedFields } from '../../http/urlencoded.js';
import { booleanInput } from '../inputs/boolean.js';
import { matchInput } from '../inputs/match.js';
import { numberInput } from '../inputs/number.js';
import { orderInput } from '../inputs/order.js';
import { ownMember } from '../inputs/own-member.js';
import { type QuizOwn, questionsById, type StoredQuestion } from './stored-quiz.js';

/**
 * Returns the answers in the fields of an HTML form: `q1` (repeated for several choices), `q1.rank.o1` and `q1.o1`.
 * Keeps fields with other names, so that validation reports them.
 */
export function parseQuizFields({ questions }: QuizOwn, fields: Readonly<UrlencodedFields>): Record<string, unknown> {
  const byId = questionsById(questions);
  const answers = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    const question = byId.get(name.split('.', 1)[0] ?? '');
    if (!question || !isAnswerName(question, name)) answers.set(name, value);
  }
  for (const question of questions) {
    const answer = parseAnswer(question, fields);
    if (answer !== undefined) answers.set(question.id, answer);
  }
  return { answers: Object.fromEntries(answers) };
}

const rankName = 'rank.';

/** Returns whether a form field may have this name for the question. */
function isAnswerName({ id, type }: StoredQuestion, name: string): boolean {
  if (type === 'match') return name.startsWith(`${id}.`);
  return name === id || (type === 'order' && name.startsWith(`${id}.${rankName}`));
}

/** Returns the answer to a question in the fields of a form. Undefined if the fields have no answer. */
export function parseAnswer({ id, type }: StoredQuestion, fields: Readonly<UrlencodedFields>): unknown {
  const field = ownMember(fields, id);
  switch (type) {
    case 'single':
    case 'text':
      return field;
    case 'multiple':
      return typeof field === 'string' ? [field] : field;
    case 'boolean':
      return booleanInput.parseField(field);
    case 'number':
      return numberInput.parseField(field);
    case 'order':
      return orderInput.parseFields(fields, `${id}.${rankName}`, id);
    case 'match':
      return matchInput.parseFields(fields, `${id}.`);
  }
}
