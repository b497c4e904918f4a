import { ownMember } from '../kinds/inputs/own-member.js';

/** The fields of a submitted form. */
export interface SubmittedForm {
  /** The fields that were sent once. */
  readonly values: Readonly<Record<string, string>>;
  /** The values of fields that were sent more than once, such as checkboxes of the same name. */
  readonly repeated: Readonly<Record<string, readonly string[]>>;
}

/** A form without values, as it is first shown. */
export const emptyForm: SubmittedForm = { values: {}, repeated: {} };

/** Returns parsed fields of a form or a query. */
export function toSubmittedForm(body: unknown): SubmittedForm {
  const fields = Object.entries(body ?? {});
  return {
    values: Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string')),
    repeated: Object.fromEntries(fields.filter((field): field is [string, string[]] => Array.isArray(field[1]))),
  };
}

/** Returns all values of a field, such as the values of checkboxes with the same name. */
export function allValuesOf({ values, repeated }: SubmittedForm, name: string): readonly string[] {
  const single = ownMember(values, name);
  return single === undefined ? (ownMember(repeated, name) ?? []) : [single];
}
