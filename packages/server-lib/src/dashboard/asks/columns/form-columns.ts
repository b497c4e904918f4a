import type { Ask, Field, FieldAnswer, Form, Submission, WriteIn } from '../../../contract/resources.js';
import { ownMember } from '../../../inputs/own-member.js';
import type { Texts } from '../../../presentation/texts.js';
import {
  type AnswerCell,
  type AnswerColumn,
  booleanCell,
  listCell,
  numberCell,
  optionLabel,
  textCell,
} from './answer-column.js';

type SubmissionContent = Pick<Submission, 'answers'>;

/** Returns the columns of the submissions of a form. A matrix has a column for each row. */
export function submissionColumns(
  { fields }: Omit<Form, keyof Ask>,
  t: Texts,
): readonly AnswerColumn<SubmissionContent>[] {
  return fields.flatMap((field) => fieldColumns(field, t));
}

function fieldColumns(field: Field, t: Texts): readonly AnswerColumn<SubmissionContent>[] {
  const { id, label } = field;
  if (field.type === 'heading' || field.type === 'page') return [];
  if (field.type === 'matrix') {
    return field.rows.map((row) => ({
      id: `${id}.${row.id}`,
      label: `${label}: ${row.label}`,
      read: ({ answers }) => rowCell(ownMember(answers, id), row.id, field.options),
    }));
  }
  return [{ id, label: label === '' ? id : label, read: ({ answers }) => fieldCell(field, ownMember(answers, id), t) }];
}

function rowCell(answer: FieldAnswer | undefined, row: string, options: readonly Labelled[]): AnswerCell | null {
  if (typeof answer !== 'object' || Array.isArray(answer)) return null;
  const option: unknown = ownMember({ ...answer }, row);
  return typeof option === 'string' ? textCell(optionLabel(options, option)) : null;
}

type Labelled = { readonly id: string; readonly label: string };

function fieldCell(field: Field, answer: FieldAnswer | undefined, t: Texts): AnswerCell | null {
  if (answer === undefined) return null;
  if (typeof answer === 'boolean') return booleanCell(answer, t);
  if (typeof answer === 'number') return numberCell(answer, t);
  const options = 'options' in field ? field.options : [];
  const say = (choice: string | WriteIn) => (typeof choice === 'string' ? optionLabel(options, choice) : choice.other);
  if (typeof answer === 'string') return textCell(say(answer));
  if (Array.isArray(answer)) return listCell(answer.map(say), field.type === 'ranking');
  return isWriteIn(answer) ? textCell(answer.other) : null;
}

function isWriteIn(answer: WriteIn | Record<string, string>): answer is WriteIn {
  return typeof answer.other === 'string';
}
