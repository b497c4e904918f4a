import type { PublicHead } from '../asks/ask-types.js';
import type { Field } from './form-types.js';

/** A form as visitors see it. */
export interface PublicForm extends PublicHead {
  fields: Field[];
}
