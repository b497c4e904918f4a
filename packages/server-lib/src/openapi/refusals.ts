import { type ErrorCode, meaningOf } from '../errors.js';
import { fault } from '../faults/fault.js';
import { invalidField } from '../faults/invalid-field.js';
import type { HeaderName } from '../http/operation-docs.js';
import { type BodySchemas, pascal } from './body-schemas.js';
import { headerRefs } from './headers.js';
import type { MediaTypeObject, Ref, ResponseObject } from './openapi-types.js';

/** Where an operation stands, which tells the headers that all its replies have. */
export type Surface = 'keyed' | 'public' | 'embed' | 'service';

/** Headers of whatever is answered there. */
export const surfaceHeaders: Readonly<Record<Surface, readonly HeaderName[]>> = {
  keyed: ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'],
  public: [
    'X-Request-Id',
    'RateLimit',
    'RateLimit-Policy',
    'Access-Control-Allow-Origin',
    'Access-Control-Expose-Headers',
  ],
  embed: ['X-Request-Id', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'],
  service: ['X-Request-Id'],
};

/** The refusals of all operations, each set of codes once: kept here, referred to by operations. */
export class Refusals {
  readonly #responses = new Map<string, ResponseObject>();

  constructor(readonly bodies: BodySchemas) {}

  /** The responses of some codes, by status. */
  of(surface: Surface, codes: readonly ErrorCode[]): Record<string, Ref> {
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of codes) {
      const { status } = meaningOf(code);
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    return Object.fromEntries([...byStatus].map(([status, some]) => [status, this.#ref(surface, some)]));
  }

  /** The one refusal without a code. */
  unauthorized(): Ref {
    const message = 'API key is invalid or missing.';
    return this.#keep('Unauthorized', () => ({
      description: 'The key is missing, malformed, unknown or deleted. Which of them is not told.',
      headers: headerRefs(['X-Request-Id']),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/UnauthorizedError' }, example: { message } } },
    }));
  }

  all(): Record<string, ResponseObject> {
    return Object.fromEntries([...this.#responses].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #ref(surface: Surface, codes: readonly ErrorCode[]): Ref {
    const name = `${codes.map(pascal).join('Or')}${surface === 'keyed' ? '' : pascal(surface)}`;
    return this.#keep(name, () => refusal(surface, codes, this.bodies));
  }

  #keep(name: string, make: () => ResponseObject): Ref {
    if (!this.#responses.has(name)) this.#responses.set(name, make());
    return { $ref: `#/components/responses/${name}` };
  }
}

const { errors, issues } = invalidField('title', fault('required'));
const invalidExample = { errors, issues };

function refusal(surface: Surface, codes: readonly ErrorCode[], bodies: BodySchemas): ResponseObject {
  const meanings = codes.map((code) => ({ code, message: meaningOf(code).message }));
  const retries = codes.some((code) => code === 'rate_limited' || code === 'unavailable');
  const [first, ...others] = meanings.map(({ code, message }) => ({
    value: { message, code, ...(code === 'invalid' ? invalidExample : {}) },
  }));
  const examples = [first, ...others].map((example, at) => [codes[at], example]);
  return {
    description: meanings.map(({ code, message }) => `\`${code}\`: ${message}`).join(' '),
    headers: headerRefs([...surfaceHeaders[surface], ...(retries ? (['Retry-After'] as const) : [])]),
    content: {
      'application/json': {
        schema: bodies.error(codes),
        ...(others.length > 0 ? { examples: Object.fromEntries(examples) } : { example: first?.value }),
      },
      ...(surface === 'public' ? { 'text/html': asPage } : {}),
    },
  };
}

/** Where a browser sends a form by itself, and shows what comes back. */
const asPage = {
  schema: { type: 'string', description: "The same as a page, to a browser's own form post: it accepts `text/html`." },
} as const satisfies MediaTypeObject;
