import { versionTag } from '../../api/headers/if-match.js';
import type { JsonSchema } from '../openapi-types.js';
import { headerParameters } from '../parameters.js';

/** An argument of a tool or a flag of a command that becomes a request header. */
interface HeaderArgument {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Returns the value of the header. */
  toHeader(value: unknown): string;
}

const { IdempotencyKey, IfMatch } = headerParameters;

/** The headers that tools and commands can set, by the name of the header. They show no `ETag`, so a version is named itself. */
export const headerArguments: ReadonlyMap<string, HeaderArgument> = new Map([
  [
    IfMatch.name,
    {
      name: 'if_version',
      schema: {
        type: 'integer',
        description: 'The `version` to change. If the resource has another version, nothing is changed.',
      },
      toHeader: (value: unknown) => versionTag(Number(value)),
    },
  ],
  [
    IdempotencyKey.name,
    {
      name: 'idempotency_key',
      schema: { ...IdempotencyKey.schema, description: IdempotencyKey.description },
      toHeader: String,
    },
  ],
]);
