import type { OpenApiDocument, OpenApiOperation, ResponseObject } from '../../../src/api/openapi/openapi-types.js';

/** A reply that the document lists: an operation with a status and, for an error, a code. */
export interface DocumentedReply {
  /** The operation, status and code, such as `castVote 409 full`. */
  readonly name: string;
  readonly id: string;
  readonly method: string;
  /** The path in the document, such as `/api/v1/polls/{id}`. */
  readonly path: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly operation: OpenApiOperation;
  readonly isKeyed: boolean;
}

/** Returns all replies that a document lists. */
export function documentedReplies(document: OpenApiDocument): DocumentedReply[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]: [string, OpenApiOperation]) =>
      Object.entries(operation.responses).flatMap(([status, response]) => {
        const id = operation.operationId;
        const known = '$ref' in response ? document.components.responses[nameIn(response.$ref)] : response;
        return codesOf(document, known).map((code) => ({
          name: [id, status, code].filter(Boolean).join(' '),
          id,
          path,
          code,
          operation,
          method: method.toUpperCase(),
          status: Number(status),
          isKeyed: operation.security === undefined,
        }));
      }),
    ),
  );
}

/** Returns the name of the component that a reference is to. */
export function nameIn(ref: string): string {
  return ref.split('/').at(-1) ?? '';
}

/** Returns the codes of a response, or undefined for a response without a code. */
function codesOf({ components }: OpenApiDocument, response: ResponseObject | undefined): (string | undefined)[] {
  const ref = response?.content?.['application/json']?.schema['$ref'];
  const properties = components.schemas[nameIn(String(ref))]?.['properties'];
  if (typeof properties !== 'object' || properties === null || !('code' in properties)) return [undefined];
  const { code } = properties;
  if (typeof code !== 'object' || code === null) return [undefined];
  if ('const' in code) return [String(code.const)];
  return 'enum' in code && Array.isArray(code.enum) ? code.enum.map(String) : [undefined];
}

/** Returns the first example of a request body in a media type. */
export function exampleOf({ requestBody }: OpenApiOperation, type = 'application/json'): unknown {
  const content = requestBody?.content[type];
  return content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
}
