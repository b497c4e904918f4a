import type { HeaderName } from '../http/operation-docs.js';
import type { Header, Ref } from './openapi-types.js';

const text = { type: 'string' };
const seconds = { type: 'integer', minimum: 0 };

/** The headers of replies. */
export const headers: Readonly<Record<HeaderName, Header>> = {
  'X-Request-Id': {
    description: 'The caller’s own, if it can be one; else a new one. Our log has more under it.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  ETag: { description: 'The version of what is sent.', schema: text },
  Location: { description: 'Where to go on.', required: true, schema: { type: 'string', format: 'uri-reference' } },
  'Retry-After': { description: 'Seconds after which a repeat makes sense.', required: true, schema: seconds },
  RateLimit: {
    description: 'How many requests are left, and in how many seconds there are more.',
    schema: { type: 'string', pattern: '^"(public|account)";r=\\d+;t=\\d+$' },
  },
  'RateLimit-Policy': {
    description:
      'How many requests are allowed in how many seconds: for the client’s address on public operations, otherwise for the account.',
    schema: { type: 'string', pattern: '^"(public|account)";q=\\d+;w=\\d+$' },
  },
  'Content-Disposition': { description: 'With CSV: what the file is called.', schema: text },
  'Access-Control-Allow-Origin': {
    description: 'Any origin, or the page’s own where the site of the ask lists it.',
    schema: text,
  },
  'Access-Control-Expose-Headers': { description: 'What pages of other sites may read.', schema: text },
};

/** Headers by name, where a reply has them. */
export function headerRefs(names: readonly HeaderName[]): Record<string, Ref> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
