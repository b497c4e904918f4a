import type { KindServices } from '../../core/kind-services.js';
import type { FormWire } from '../../kinds/form/form-kind.js';
import type { FormOwn } from '../../kinds/form/stored-form.js';
import type { FormBody } from '../../kinds/form/stored-submission.js';
import type { FormDraft } from '../../shared/contract/resources.js';
import { askOperations } from './ask-operations.js';
import { type PathsContext, pathsOperation } from './paths-operation.js';
import { warningsOperation } from './warnings-operation.js';

export type FormServices = KindServices<FormDraft, FormOwn, FormBody, FormWire>;

/** The operations of forms: the operations of all asks, and additional ones. */
export type FormOperations = ReturnType<typeof formOperations>;

/** Returns what an owner can do with forms. */
export function formOperations(services: FormServices, context: PathsContext) {
  return {
    ...askOperations(services),
    paths: pathsOperation(services, context),
    warnings: warningsOperation(services, 'form'),
  };
}
