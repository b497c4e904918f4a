import type { z } from 'zod';
import { AskwellError } from '../errors.js';
import { fault } from '../faults/fault.js';
import { Faults } from '../faults/faults.js';
import { dashboardFormLimit, readBody } from '../http/body.js';
import type { HttpExchange } from '../http/exchange.js';
import { check } from '../validation/check.js';

/** The fields of a submitted form. */
export interface SubmittedForm {
  /** The fields that were sent once. */
  readonly values: Readonly<Record<string, string>>;
  /** The names of fields that were sent more than once. */
  readonly repeated: readonly string[];
}

/** A form without values, as it is first shown. */
export const emptyForm: SubmittedForm = { values: {}, repeated: [] };

const formType = 'application/x-www-form-urlencoded';

/**
 * Reads the fields of a form. An empty body is a form without fields.
 *
 * @throws AskwellError with the code `unsupported_media_type` for another `Content-Type`.
 */
export async function readForm(exchange: HttpExchange): Promise<SubmittedForm> {
  if (exchange.header('content-type') === undefined) {
    const bytes = await exchange.body(dashboardFormLimit);
    if (bytes.byteLength === 0) return emptyForm;
    throw new AskwellError('unsupported_media_type', `Send the form with \`Content-Type: ${formType}\`.`);
  }
  return toSubmittedForm(await readBody(exchange, dashboardFormLimit, [formType]));
}

function toSubmittedForm(body: unknown): SubmittedForm {
  const fields = Object.entries(body ?? {});
  return {
    values: Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string')),
    repeated: fields.filter(([, value]) => Array.isArray(value)).map(([name]) => name),
  };
}

/**
 * Validates the fields of a form.
 *
 * @throws AskwellError with the code `invalid` if a field is invalid, unknown or repeated.
 */
export function checkForm<Result>(schema: z.ZodType<Result>, { values, repeated }: SubmittedForm): Result {
  if (repeated.length > 0) {
    const faults = new Faults();
    for (const name of repeated) faults.add(name, fault('repeated_field'));
    throw faults.toError();
  }
  return check(schema, values);
}
