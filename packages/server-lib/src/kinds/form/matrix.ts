import type { MatrixField } from '../../shared/contract/resources.js';
import { matrixInput } from '../inputs/matrix.js';
import { ownMember } from '../inputs/own-member.js';
import { optionCount, referencedOptions } from './choices.js';
import { type FieldTypeDefinition, singleColumnType, summaryHead } from './field-type.js';

/** One option for each row. */
export const matrixType: FieldTypeDefinition<MatrixField, Record<string, string>> = {
  ...singleColumnType,
  complete: (draft, head, context) => ({
    ...head,
    type: 'matrix',
    rows: context.assignOptionIds('rows', draft.rows),
    options: context.assignOptionIds('options', draft.options),
  }),
  check: (field, value, path, faults) => matrixInput.check(field, value, path, faults),
  isFieldName: () => true,
  parseFields: (field, fields) =>
    matrixInput.parseFields(fields, `${field.id}.`) ?? singleColumnType.parseFields(field, fields),
  referencedItems: ({ rows, options }) => [
    ...referencedOptions(rows, 'rows', matrixInput.rowBucket),
    ...referencedOptions(options, 'options', matrixInput.optionBucket),
  ],
  contribute: (_field, answer) => matrixInput.contribute(answer),
  summarize: (field, tallies) => ({
    ...summaryHead(field, tallies),
    type: 'matrix',
    rows: matrixInput.summarize(field, tallies.count).map(({ row, answered, options }) => ({
      id: row.id,
      label: row.label,
      answered,
      options: options.map(({ option, count }) => optionCount(option, count, answered)),
    })),
  }),
  csvColumns: ({ id, rows }) => rows.map((row) => `${id}.${row.id}`),
  csvCells: ({ rows }, answer = {}) => rows.map(({ id }) => ownMember(answer, id) ?? null),
};
