import type { z } from 'zod';
import { fieldErrorsSchema, issueSchema } from '../../base/validation/error-schemas.js';
import type { ErrorCode } from '../../shared/faults/error-codes.js';
import type { JsonSchema } from './openapi-types.js';
import { nameOf, refTo, schemaOf } from './schemas.js';

/** Collects the components of response bodies: one resource, a page of a list, and errors. */
export class BodySchemas {
  readonly #schemas = new Map<string, JsonSchema>();

  /** Returns a reference to the body with one resource, such as `PollResponse`. */
  resource(schema: z.ZodType): JsonSchema {
    const name = requiredName(schema);
    return this.#add(`${name}Response`, {
      type: 'object',
      required: ['data'],
      properties: { data: schemaOf(schema) },
      description: `A response with \`${name}\`.`,
    });
  }

  /** Returns a reference to the body with a page of a list, such as `PollList`. */
  list(schema: z.ZodType): JsonSchema {
    const name = requiredName(schema);
    return this.#add(`${name}List`, {
      type: 'object',
      required: ['data', 'meta'],
      properties: { data: { type: 'array', items: schemaOf(schema) }, meta: refTo('PageMeta') },
      description: `A page of a list of \`${name}\`.`,
    });
  }

  /** Returns a reference to the body of errors with one of the codes, such as `NotFoundError`. */
  error(codes: readonly ErrorCode[]): JsonSchema {
    const isInvalid = codes.includes('invalid');
    return this.#add(`${codes.map(pascalCase).join('Or')}Error`, {
      type: 'object',
      required: ['message', 'code', ...(isInvalid && codes.length === 1 ? ['errors', 'issues'] : [])],
      properties: {
        message: { type: 'string', description: 'The error in English.' },
        code: {
          ...(codes.length === 1 ? { const: codes[0] } : { enum: codes }),
          type: 'string',
          description: 'The error as a code for programs.',
        },
        ...(isInvalid
          ? { errors: schemaOf(fieldErrorsSchema), issues: { type: 'array', items: schemaOf(issueSchema) } }
          : {}),
      },
      description: `An error with ${codes.length === 1 ? 'the code' : 'one of the codes'} ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    });
  }

  /** Returns the collected components by name. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries(this.#schemas);
  }

  #add(name: string, schema: JsonSchema): JsonSchema {
    this.#schemas.set(name, schema);
    return refTo(name);
  }
}

function requiredName(schema: z.ZodType): string {
  const name = nameOf(schema);
  if (name === undefined) throw new Error('A schema without a name is used as the body of a response.');
  return name;
}

/** `not_found` as `NotFound`. */
export function pascalCase(text: string): string {
  return text.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
