import type { z } from 'zod';
import { AskwellError } from '../base/errors.js';
import { Faults } from '../base/faults/faults.js';
import { check } from '../base/validation/check.js';
import { rawText } from '../base/validation/text.js';
import { readBody } from '../http/body.js';
import type { HttpExchange } from '../http/exchange.js';
import { dashboardFormLimit } from '../http/limits.js';
import { fault } from '../shared/faults/fault.js';
import { emptyForm, type SubmittedForm, toSubmittedForm } from './submitted-form.js';

/** The text of a field that a service checks further. */
export const formText = rawText(dashboardFormLimit);

const formType = 'application/x-www-form-urlencoded';

/**
 * Reads the fields of a form. An empty body is a form without fields.
 *
 * @param limit The maximum size in bytes.
 * @throws AskwellError with the code `unsupported_media_type` for another `Content-Type`.
 */
export async function readForm(exchange: HttpExchange, limit = dashboardFormLimit): Promise<SubmittedForm> {
  if (exchange.header('content-type') === undefined) {
    const bytes = await exchange.body(limit);
    if (bytes.byteLength === 0) return emptyForm;
    throw new AskwellError('unsupported_media_type', `Send the form with \`Content-Type: ${formType}\`.`);
  }
  return toSubmittedForm(await readBody(exchange, limit, [formType]));
}

/**
 * Validates the fields of a form.
 *
 * @throws AskwellError with the code `invalid` if a field is invalid, unknown or repeated.
 */
export function checkForm<Result>(schema: z.ZodType<Result>, { values, repeated }: SubmittedForm): Result {
  const names = Object.keys(repeated);
  if (names.length > 0) {
    const faults = new Faults();
    for (const name of names) faults.add(name, fault('repeated_field'));
    throw faults.toError();
  }
  return check(schema, values);
}
