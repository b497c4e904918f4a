import { askOperations } from './ask-operations.js';
import { type FormServices, formWarningsOperation } from './form-warnings-operation.js';

/** The operations of forms: the operations of all asks, and additional ones. */
export type FormOperations = ReturnType<typeof formOperations>;

/** Returns what an owner can do with forms. */
export function formOperations(services: FormServices) {
  return { ...askOperations(services), warnings: formWarningsOperation(services) };
}
