import { invalidField } from '../../base/faults/invalid-field.js';
import type { HeaderName } from '../../http/operation-docs.js';
import { describeErrorCode, type ErrorCode } from '../../shared/faults/error-codes.js';
import { fault } from '../../shared/faults/fault.js';
import { type BodySchemas, pascalCase } from './body-schemas.js';
import { headerRefs } from './headers.js';
import type { MediaTypeObject, Ref, ResponseObject } from './openapi-types.js';

/** The part of the API that an operation belongs to, which determines the headers of all its responses. */
export type Surface = 'keyed' | 'public' | 'embed' | 'service';

/** The headers of all responses of each part of the API. */
export const surfaceHeaders: Readonly<Record<Surface, readonly HeaderName[]>> = {
  keyed: ['X-Request-Id', 'X-Askwell', 'RateLimit', 'RateLimit-Policy'],
  public: [
    'X-Request-Id',
    'X-Askwell',
    'RateLimit',
    'RateLimit-Policy',
    'Access-Control-Allow-Origin',
    'Access-Control-Expose-Headers',
  ],
  embed: ['X-Request-Id', 'X-Askwell', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'],
  service: ['X-Request-Id', 'X-Askwell'],
};

/** Collects the error responses of all operations, so that each response is described once. */
export class ErrorResponses {
  readonly #responses = new Map<string, ResponseObject>();

  constructor(readonly bodies: BodySchemas) {}

  /** Returns references to the error responses with some codes, by status. */
  of(surface: Surface, codes: readonly ErrorCode[]): Record<string, Ref> {
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of codes) {
      const { status } = describeErrorCode(code);
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    return Object.fromEntries([...byStatus].map(([status, group]) => [status, this.#ref(surface, group)]));
  }

  /** Returns a reference to the 401 of requests without a valid key, the only error response without a code. */
  unauthorized(): Ref {
    const message = 'API key is invalid or missing.';
    return this.#add('Unauthorized', () => ({
      description: 'The API key is missing, malformed, unknown, expired or deleted. The response does not say which.',
      headers: headerRefs(['X-Request-Id', 'X-Askwell', 'WWW-Authenticate']),
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/UnauthorizedError' }, example: { message } },
      },
    }));
  }

  all(): Record<string, ResponseObject> {
    return Object.fromEntries([...this.#responses].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #ref(surface: Surface, codes: readonly ErrorCode[]): Ref {
    const name = `${codes.map(pascalCase).join('Or')}${surface === 'keyed' ? '' : pascalCase(surface)}`;
    return this.#add(name, () => errorResponse(surface, codes, this.bodies));
  }

  #add(name: string, create: () => ResponseObject): Ref {
    if (!this.#responses.has(name)) this.#responses.set(name, create());
    return { $ref: `#/components/responses/${name}` };
  }
}

function errorResponse(surface: Surface, codes: readonly ErrorCode[], bodies: BodySchemas): ResponseObject {
  const names: HeaderName[] = [...surfaceHeaders[surface]];
  if (codes.some((code) => code === 'rate_limited' || code === 'unavailable')) names.push('Retry-After');
  if (codes.includes('method_not_allowed')) names.push('Allow');
  if (codes.includes('sign_in_required')) names.push('WWW-Authenticate');
  const examples = codes.map((code) => [code, { value: exampleOf(code) }] as const);
  const [first] = examples;
  return {
    description: codes.map((code) => `\`${code}\`: ${describeErrorCode(code).message}`).join(' '),
    headers: headerRefs(names),
    content: {
      'application/json': {
        schema: bodies.error(codes),
        ...(examples.length > 1 ? { examples: Object.fromEntries(examples) } : { example: first?.[1].value }),
      },
      ...(surface === 'public' ? { 'text/html': errorPage } : {}),
    },
  };
}

function exampleOf(code: ErrorCode): object {
  const { message } = describeErrorCode(code);
  if (code !== 'invalid') return { message, code };
  const { errors, issues } = invalidField('title', fault('required'));
  return { message, code, errors, issues };
}

const errorPage = {
  schema: {
    type: 'string',
    description: 'The same error as a page, for a form that a browser sent: its `Accept` header contains `text/html`.',
  },
} as const satisfies MediaTypeObject;
