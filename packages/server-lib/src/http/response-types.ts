import type { ErrorCode, FieldErrors } from '../errors.js';
import type { Issue } from '../faults/fault.js';

export type { Timestamp } from '../contract/resources.js';

/** A reply that carries one resource. */
export interface ResourceBody<Resource> {
  data: Resource;
}

/** A reply that carries one page of a list. */
export interface ListBody<Resource> {
  data: Resource[];
  meta: {
    /** Give it as `cursor` for the page that follows; null on the last one. */
    next_cursor: string | null;
  };
}

/** The body of every error. A 401 has `message` alone. */
export interface ErrorBody {
  message: string;
  code?: ErrorCode;
  /** With `invalid`: the faults in English, by the dotted path of the field. */
  errors?: FieldErrors;
  /** With `invalid`: the same faults as codes with parameters, for programs and translations. */
  issues?: Issue[];
}
