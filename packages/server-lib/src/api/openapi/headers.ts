import type { HeaderName } from '../../http/operation-docs.js';
import type { Header, Ref } from './openapi-types.js';

const text = { type: 'string' };
const seconds = { type: 'integer', minimum: 0 };

/** The response headers that the document describes. */
export const headers: Readonly<Record<HeaderName, Header>> = {
  'X-Request-Id': {
    description:
      'The ID of the request: the one that the client sent, if it is valid, otherwise a new one. Our logs contain it.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  'X-Askwell': {
    description: 'Always `1`: the response is from Askwell, and not from other software in front of it.',
    required: true,
    schema: { type: 'string', enum: ['1'] },
  },
  ETag: {
    description: 'The version of the resource if it has one, otherwise the tag of this representation.',
    schema: text,
  },
  Location: {
    description: 'The URL of the created resource, or of the next page.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Idempotency-Replayed': {
    description:
      '`true` if the response repeats the one of an earlier request with the same `Idempotency-Key`. Otherwise absent.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'The number of seconds after which to try again.', required: true, schema: seconds },
  RateLimit: {
    description: 'The number of requests left (`r`), and of seconds until there are more (`t`).',
    schema: { type: 'string', pattern: '^"(public|account)";r=\\d+;t=\\d+$' },
  },
  'RateLimit-Policy': {
    description:
      'The number of requests (`q`) that are allowed in a number of seconds (`w`): per client address for public operations, otherwise per account.',
    schema: { type: 'string', pattern: '^"(public|account)";q=\\d+;w=\\d+$' },
  },
  Allow: { description: 'The methods of the path.', required: true, schema: { type: 'string' } },
  'Content-Disposition': { description: 'The file name, for CSV.', schema: text },
  'Access-Control-Allow-Origin': {
    description: 'Any origin; or the origin of the page, if the site of the poll, quiz or form lists it.',
    schema: text,
  },
  'Access-Control-Expose-Headers': { description: 'The headers that pages of other origins can read.', schema: text },
};

/** Returns references to headers, by name. */
export function headerRefs(names: readonly HeaderName[]): Record<string, Ref> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
