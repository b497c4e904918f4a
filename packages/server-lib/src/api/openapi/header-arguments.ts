import { isIdempotencyKey } from '../../owners/access/idempotency.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import { versionTag } from '../headers/if-match.js';
import type { ApiResponse } from './api-request.js';
import type { JsonSchema } from './openapi-types.js';
import type { ApiOperation } from './operation-list.js';
import { headerParameters } from './parameters.js';

/** An argument of a tool or a flag of a command that becomes a request header. */
interface HeaderArgument {
  readonly name: string;
  readonly schema: JsonSchema;
  /** The types of JSON that the argument takes. */
  readonly types: readonly ('string' | 'integer')[];
  /** Returns the fault of a value that the header cannot have. */
  faultOf?(value: unknown): Fault | undefined;
  /** Returns the value of the header. */
  toHeader(value: unknown): string;
}

const { IdempotencyKey, IfMatch } = headerParameters;

const version: HeaderArgument = {
  name: 'if_version',
  schema: {
    type: 'integer',
    description: 'The `version` to change. If the resource has another version, nothing is changed.',
  },
  types: ['integer'],
  toHeader: (value) => versionTag(Number(value)),
};

const versionText: HeaderArgument = {
  name: version.name,
  schema: {
    type: ['string', 'integer'],
    description:
      'The `version` to change, a text that the result has next to `data`. If the resource has another version, nothing is changed.',
  },
  types: ['string', 'integer'],
  // A version never contains characters that a header cannot have.
  toHeader: (value) => `"${encodeURIComponent(String(value).toWellFormed())}"`,
};

const idempotencyKey: HeaderArgument = {
  name: 'idempotency_key',
  schema: { ...IdempotencyKey.schema, description: IdempotencyKey.description },
  types: ['string'],
  faultOf: (value) => (isIdempotencyKey(String(value)) ? undefined : fault('invalid_idempotency_key')),
  toHeader: String,
};

/**
 * Returns the argument that sets a header of an operation in tools and commands. It takes a version in place of an entity tag,
 * because tools and commands do not show the `ETag`.
 */
export function headerArgumentOf(
  { hasVersionText }: Pick<ApiOperation, 'hasVersionText'>,
  header: string,
): HeaderArgument | undefined {
  if (header === IfMatch.name) return hasVersionText ? versionText : version;
  return header === IdempotencyKey.name ? idempotencyKey : undefined;
}

/** Returns the version of a resource if the body of the response has no member for it, because it is more than a number. */
export function versionIn(
  { hasVersionText }: Pick<ApiOperation, 'hasVersionText'>,
  { etag }: Pick<ApiResponse, 'etag'>,
): { readonly version?: string } {
  const [, text] = /^"(.*)"$/.exec(etag ?? '') ?? [];
  return hasVersionText && text !== undefined ? { version: text } : {};
}
