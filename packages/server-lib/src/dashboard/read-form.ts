import type { z } from 'zod';
import { AskwellError } from '../errors.js';
import { fault } from '../faults/fault.js';
import { Faults } from '../faults/faults.js';
import { dashboardFormLimit, readBody } from '../http/body.js';
import type { HttpExchange } from '../http/exchange.js';
import { check } from '../validation/check.js';

/** What a form was sent with. */
export interface SubmittedForm {
  /** The fields that came once. */
  readonly values: Readonly<Record<string, string>>;
  /** The names of those that came more than once. */
  readonly repeated: readonly string[];
}

export const emptyForm: SubmittedForm = { values: {}, repeated: [] };

const formType = 'application/x-www-form-urlencoded';

/** Reads a form's fields; whatever is no form is refused by its type. Nothing at all is a form without fields. */
export async function readForm(exchange: HttpExchange): Promise<SubmittedForm> {
  if (exchange.header('content-type') === undefined) {
    const bytes = await exchange.body(dashboardFormLimit);
    if (bytes.byteLength === 0) return emptyForm;
    throw new AskwellError('unsupported_media_type', `Send the form as ${formType}.`);
  }
  return sort(await readBody(exchange, dashboardFormLimit, [formType]));
}

function sort(body: unknown): SubmittedForm {
  const fields = Object.entries(body ?? {});
  return {
    values: Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string')),
    repeated: fields.filter(([, value]) => Array.isArray(value)).map(([name]) => name),
  };
}

/** Checks a form's fields; refuses what came twice, is unknown or is not valid. */
export function checkForm<Result>(schema: z.ZodType<Result>, { values, repeated }: SubmittedForm): Result {
  if (repeated.length > 0) {
    const faults = new Faults();
    for (const name of repeated) faults.add(name, fault('repeated_field'));
    throw faults.toError();
  }
  return check(schema, values);
}
