import type { Faults } from '../../base/faults/faults.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import type { AnswerCondition } from './answer-condition.js';

/** The query parameters that filter answers by their content. Each kind accepts some of them. */
export interface ContentQuery {
  readonly choice?: string | undefined;
  readonly other?: string | undefined;
  readonly min_score?: number | undefined;
  readonly passed?: boolean | undefined;
}

/** A query parameter whose name has an ID after a prefix: `field.email`. */
export interface InputParam {
  /** The complete name. */
  readonly name: string;
  /** The ID of the field, question or option. */
  readonly id: string;
  /** The part of the name after the ID and a dot. Undefined if the name ends with the ID. */
  readonly rest: string | undefined;
  readonly value: string;
}

/** How answers of a kind are filtered by their content. */
export interface KindFilters<Own, Body> {
  /** The prefix of parameters for one input. */
  readonly prefix: 'field.' | 'ratings.';
  /** The description of these parameters. */
  readonly inputsDoc: string;
  /** An example of such a parameter, with its value. */
  readonly example: readonly [name: string, value: string];
  /** Returns the conditions of parameters. Adds faults for parameters that do not fit the definition. */
  toConditions(own: Own, query: ContentQuery, inputs: readonly InputParam[], faults: Faults): AnswerCondition[];
  /** Returns the value of an input in an answer. */
  inputOf(body: Body, input: string): unknown;
}

/** The documentation of the parameters for questions and fields. */
export const fieldFilterDoc = {
  inputsDoc:
    'Only answers with this value in a question or field: the ID of an option, a text, a number, true or false. Of the type `order`: the IDs of the first options, separated by commas. `field.{id}.{row}`: a row of a matrix or a pair. `field.{id}.other`: a write-in.',
  example: ['field.color', 'o1'],
} as const;

/** Returns a list with the condition of a parameter, or adds a fault and returns an empty list. */
export function conditionOrFault(
  { name }: InputParam,
  found: AnswerCondition | Fault,
  faults: Faults,
): readonly AnswerCondition[] {
  if (!('code' in found)) return [found];
  faults.add(name, found);
  return [];
}

/** Returns the fault of a parameter that names a matrix or matching question without a row. Only rows have values. */
export function needsRow(input: string, rows: readonly { readonly id: string }[]): Fault {
  return fault('needs_row', { example: `field.${input}.${rows[0]?.id ?? ''}` });
}
