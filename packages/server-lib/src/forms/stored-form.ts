import type { Bins } from '../inputs/number/number-field.js';
import type { Field, FieldAnswer } from './form-types.js';

/** A form's own part of the definition. */
export interface FormOwn {
  readonly fields: readonly Field[];
  /** The number of the next generated field id. */
  readonly next: number;
  /** The same for options and rows, by field and member: `f1.options`. */
  readonly nexts: Readonly<Record<string, number>>;
  /** What numbers are sorted into, by field; it stays once there are answers, whatever becomes of `min` and `max`. */
  readonly bins: Readonly<Record<string, Bins>>;
}

/** A submission as it is stored: answers by field id, of the fields alone that showed. */
export type FormBody = Readonly<Record<string, FieldAnswer>>;
