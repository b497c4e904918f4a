import type { z } from 'zod';
import type { ErrorCode } from '../errors.js';
import type { JsonSchema } from './openapi-types.js';
import { nameOf, refTo, schemaOf } from './schemas.js';

/** The components for bodies that are made of other components: one resource, a page of a list, and errors. */
export class BodySchemas {
  readonly #schemas = new Map<string, JsonSchema>();

  /** A body with one resource: `PollResponse`. */
  resource(schema: z.ZodType): JsonSchema {
    const name = requiredName(schema);
    return this.#keep(`${name}Response`, {
      type: 'object',
      required: ['data'],
      properties: { data: schemaOf(schema) },
      description: `A response with \`${name}\`.`,
    });
  }

  /** A body with a page of a list: `PollList`. */
  list(schema: z.ZodType): JsonSchema {
    const name = requiredName(schema);
    return this.#keep(`${name}List`, {
      type: 'object',
      required: ['data', 'meta'],
      properties: { data: { type: 'array', items: schemaOf(schema) }, meta: refTo('PageMeta') },
      description: `A page of a list of \`${name}\`.`,
    });
  }

  /** The body of errors with one of the codes: `NotFoundError`. */
  error(codes: readonly ErrorCode[]): JsonSchema {
    const isInvalid = codes.includes('invalid');
    return this.#keep(`${codes.map(pascal).join('Or')}Error`, {
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
          ? { errors: refTo('FieldErrors'), issues: { type: 'array', items: refTo('Issue') } }
          : {}),
      },
      description: `An error with ${codes.length === 1 ? 'the code' : 'one of the codes'} ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    });
  }

  all(): Record<string, JsonSchema> {
    return Object.fromEntries(this.#schemas);
  }

  #keep(name: string, schema: JsonSchema): JsonSchema {
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
export function pascal(text: string): string {
  return text.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
