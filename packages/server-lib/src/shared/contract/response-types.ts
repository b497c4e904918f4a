import type { ErrorCode, FieldErrors } from '../faults/error-codes.js';
import type { Issue } from '../faults/fault.js';

/** The body of a response with one resource. */
export interface ResourceBody<Resource> {
  data: Resource;
}

/** The body of a response with a page of a list. */
export interface ListBody<Resource> {
  data: Resource[];
  meta: {
    /** The value of the query parameter `cursor` for the next page. Null on the last page. */
    next_cursor: string | null;
  };
}

/** The body of an error. A 401 only has `message`. */
export interface ErrorBody {
  message: string;
  code?: ErrorCode;
  /** With the code `invalid`: the faults in English, by the dotted path of the field. */
  errors?: FieldErrors;
  /** With the code `invalid`: the same faults as codes with parameters, for programs and translations. */
  issues?: Issue[];
}
