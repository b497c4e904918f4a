import type { Html } from '../../base/html.js';
import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import type { SubmittedForm } from '../submitted-form.js';
import type { EditorContext } from './editor-context.js';

/** A control that needs more than its schema, because its choices depend on other parts of the definition. */
export interface SpecialControl {
  readonly render: (context: EditorContext, path: string, object: JsonObject) => Html | null;
  /** Returns the value in a submitted form. `object` has the other members as they were submitted. */
  readonly read: (form: SubmittedForm, path: string, object: JsonObject) => JsonValue | undefined;
}
