import { matrix } from '../../inputs/options/matrix.js';
import { ownMember } from '../../inputs/own-member.js';
import type { MatrixField } from '../form-types.js';
import { optionCount, optionParts } from './choices.js';
import { type FieldTypeDefinition, single, summaryHead } from './field-type.js';

/** One option for each of several rows. */
export const matrixKind: FieldTypeDefinition<MatrixField, Record<string, string>> = {
  ...single,
  settle: (draft, head, place) => ({
    ...head,
    type: 'matrix',
    rows: place.list('rows', draft.rows),
    options: place.list('options', draft.options),
  }),
  check: (field, given, path, faults) => matrix.check(field, given, path, faults),
  hasName: () => true,
  read: (field, fields) => matrix.read(fields, `${field.id}.`) ?? single.read(field, fields),
  parts: ({ rows, options }) => [
    ...optionParts(rows, 'rows', matrix.rowBucket),
    ...optionParts(options, 'options', matrix.optionBucket),
  ],
  count: (_field, answer) => matrix.count(answer),
  summarise: (field, counted) => ({
    ...summaryHead(field, counted),
    type: 'matrix',
    rows: matrix.sum(field, counted.count).map(({ row, answered, options }) => ({
      id: row.id,
      label: row.label,
      answered,
      options: options.map(({ option, count }) => optionCount(option, count, answered)),
    })),
  }),
  columns: ({ id, rows }) => rows.map((row) => `${id}.${row.id}`),
  cells: ({ rows }, answer = {}) => rows.map(({ id }) => ownMember(answer, id) ?? null),
};
