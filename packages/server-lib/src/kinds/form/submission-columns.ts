import { createLocalizer } from '../../base/localizer.js';
import {
  type AnswerCell,
  type AnswerColumn,
  booleanCell,
  booleanChoices,
  dateOrTimeCell,
  type ListItem,
  labelsOf,
  listCell,
  numberCell,
  type OptionLabels,
  optionCell,
  plainChoices,
  scaleChoices,
  textCell,
  toItem,
} from '../../core/answers/answer-column.js';
import type { Field, FieldAnswer, Variable, WriteIn } from '../../shared/contract/resources.js';
import { placeholderFiller } from '../../shared/presentation/placeholder-values.js';
import { npsScale } from '../../shared/presentation/scales.js';
import { ownMember } from '../inputs/own-member.js';
import { scaleInput } from '../inputs/scale.js';
import { fieldTypeOf } from './index-by-type.js';
import { type OwnerLabel, ownerLabels } from './owner-labels.js';
import type { FormOwn } from './stored-form.js';
import { answersOf, type FormBody, logicOf } from './stored-submission.js';

/** Returns the columns of the submissions of a form. A matrix has a column for each row. */
export function submissionColumns(own: FormOwn): readonly AnswerColumn<FormBody>[] {
  const { fields, variables = [] } = own;
  const plain = ownerLabels(own);
  return [
    ...fields.flatMap((field) => fieldColumns(field, plain)),
    ...variables.map(variableColumn),
    ...endingColumns(own, plain),
  ];
}

function variableColumn({ id, type }: Variable): AnswerColumn<FormBody> {
  return {
    id: `variable.${id}`,
    label: id,
    ...(type === 'number' && { average: { measure: 'average', range: null } }),
    read: (body) => {
      const value = ownMember(logicOf(body).variables, id);
      return typeof value === 'number' ? numberCell(value) : textCell(value);
    },
  };
}

/** The columns of forms with endings. */
function endingColumns(own: FormOwn, plain: OwnerLabel): readonly AnswerColumn<FormBody>[] {
  const { endings = [] } = own;
  if (endings.length === 0) return [];
  const titles = endings.map(({ id, title }) => ({ id, label: title }));
  const choices = plainChoices(titles, plain);
  const labels = labelsOf(titles, plain);
  const outcomes = [
    { id: 'completed', label: 'Completed' },
    { id: 'disqualified', label: 'Disqualified' },
  ];
  const outcomeLabels = labelsOf(outcomes);
  return [
    {
      id: 'ending',
      label: 'Ending',
      choices,
      read: (body) => {
        const { ending } = logicOf(body);
        if (ending === null) return null;
        const title = endings.find(({ id }) => id === ending)?.title;
        return { ...optionCell(labels, ending), ...(title?.includes('{{') && { text: seenTitle(own, body, title) }) };
      },
    },
    {
      id: 'outcome',
      label: 'Outcome',
      choices: () => outcomes,
      read: (body) => optionCell(outcomeLabels, logicOf(body).outcome),
    },
  ];
}

/** Returns the title of an ending with the values of a submission, as its visitor saw it. */
function seenTitle({ fields }: FormOwn, body: FormBody, title: string): string {
  const source = { answers: answersOf(body), variables: logicOf(body).variables };
  // The isolates around the values would keep searches from finding the text.
  return placeholderFiller(fields, source, createLocalizer(null).texts)(title).replace(/[\u2068\u2069]/g, '');
}

function fieldColumns(field: Field, plain: OwnerLabel): readonly AnswerColumn<FormBody>[] {
  const { id } = field;
  const label = plain(field.label);
  if (!fieldTypeOf(field).takesAnswers) return [];
  const labels = labelsOf('options' in field ? field.options : [], plain);
  if (field.type === 'matrix') {
    const choices = plainChoices(field.options, plain);
    return field.rows.map((row) => ({
      id: `field.${id}.${row.id}`,
      label: `${label}: ${plain(row.label)}`,
      choices,
      read: (body) => rowCell(ownMember(answersOf(body), id), row.id, labels),
    }));
  }
  return [
    {
      id: `field.${id}`,
      label: label === '' ? id : label,
      ...choicesOf(field, plain),
      ...averageOf(field),
      ...((field.type === 'multiple_choice' || field.type === 'ranking') && {
        list: { options: plainChoices(field.options, plain), isOrdered: field.type === 'ranking' },
      }),
      read: (body) => fieldCell(field, labels, ownMember(answersOf(body), id)),
    },
  ];
}

function choicesOf(field: Field, plain: OwnerLabel): Pick<AnswerColumn<FormBody>, 'choices'> {
  switch (field.type) {
    case 'single_choice':
    case 'multiple_choice':
    case 'dropdown':
      return { choices: plainChoices(field.options, plain) };
    case 'rating':
      return { choices: scaleChoices(field.scale) };
    case 'scale':
      return { choices: scaleChoices(npsScale) };
    case 'consent':
      return { choices: booleanChoices() };
    default:
      return {};
  }
}

function averageOf(field: Field): Pick<AnswerColumn<FormBody>, 'average'> {
  switch (field.type) {
    case 'number':
      return { average: { measure: 'average', range: null } };
    case 'rating':
      return { average: { measure: 'average', range: field.scale } };
    case 'scale':
      return field.nps
        ? { average: { measure: 'net_promoter_score', range: { min: -100, max: 100 }, pointsOf: scaleInput.npsPoints } }
        : { average: { measure: 'average', range: npsScale } };
    default:
      return {};
  }
}

function rowCell(answer: FieldAnswer | undefined, row: string, labels: OptionLabels): AnswerCell | null {
  if (typeof answer !== 'object' || Array.isArray(answer)) return null;
  const option: unknown = ownMember({ ...answer }, row);
  return typeof option === 'string' ? optionCell(labels, option) : null;
}

function fieldCell(field: Field, labels: OptionLabels, answer: FieldAnswer | undefined): AnswerCell | null {
  if (answer === undefined) return null;
  if (typeof answer === 'boolean') return booleanCell(answer);
  if (typeof answer === 'number') return numberCell(answer);
  if (typeof answer === 'string' && (field.type === 'date' || field.type === 'time'))
    return dateOrTimeCell(answer, field.type);
  if (typeof answer === 'string') return 'options' in field ? optionCell(labels, answer) : textCell(answer);
  if (!Array.isArray(answer)) return isWriteIn(answer) ? textCell(answer.other) : null;
  const toListItem = (choice: string | WriteIn): ListItem =>
    typeof choice === 'string' ? toItem(labels, choice) : { label: choice.other };
  return listCell(answer.map(toListItem), field.type === 'ranking');
}

function isWriteIn(answer: WriteIn | Record<string, string>): answer is WriteIn {
  return typeof answer.other === 'string';
}
