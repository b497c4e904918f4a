import type { JsonValue } from '../../base/validation/json-value.js';

/** How a member of a definition is edited. */
export type Control =
  | { readonly type: 'text'; readonly isLong?: true; readonly isUrl?: true; readonly maxLength?: number }
  | { readonly type: 'number'; readonly isInteger?: true; readonly min?: number; readonly max?: number }
  | { readonly type: 'boolean' }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  | { readonly type: 'time' }
  | { readonly type: 'object'; readonly members: readonly Member[] }
  /** A list of objects that have a label, and that may be written as their label alone. */
  | { readonly type: 'labels'; readonly members: readonly Member[]; readonly max: number }
  | { readonly type: 'list'; readonly members: readonly Member[]; readonly max: number }
  /** Everything else is edited as JSON, so that each member can be edited. */
  | { readonly type: 'json' };

/** A member of a definition, as its schema describes it. */
export interface Member {
  readonly name: string;
  readonly control: Control;
  readonly isRequired?: true | undefined;
  readonly isNullable?: true;
  /** The meaning of an absent member. Absent: none. */
  readonly absent?: JsonValue;
  /** The types of the object that allow the member. Absent: all. */
  readonly onlyFor?: readonly string[];
}

/** The components of the API that the editor edits. */
export type DescribedComponent = 'PollDraft' | 'QuizDraft' | 'FormDraft' | 'QuestionDraft' | 'FieldDraft';

/** The members of some types of a component. */
export interface Variant {
  readonly types: readonly string[];
  readonly members: readonly Member[];
}

export type DescribedMembers = Readonly<Record<DescribedComponent, readonly Variant[]>>;

/** Returns whether an object of a type can have a member. */
export function isAllowedFor({ onlyFor }: Member, type: JsonValue | undefined): boolean {
  return onlyFor === undefined || (typeof type === 'string' && onlyFor.includes(type));
}
