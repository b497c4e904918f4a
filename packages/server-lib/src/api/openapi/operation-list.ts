import { isObject } from '../../base/validation/objects.js';
import type { ToolDoc } from '../../http/operation-docs.js';
import type { OperationEffect } from '../../owners/keys/key-permissions.js';
import type { ApiEndpoint } from '../keyed-endpoint.js';
import { buildDocument } from './document.js';
import type { HttpMethod, JsonSchema, OpenApiOperation, Parameter, Ref } from './openapi-types.js';
import { tagOf as sectionOf } from './tags.js';

/** An operation with an API key, as the OpenAPI document describes it. */
export interface ApiOperation {
  /** The `operationId`, such as `listPolls`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base path, such as `/api/v1/polls/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly tag: string;
  readonly effect: OperationEffect;
  readonly tool: ToolDoc | undefined;
  /** The parameters in the path, the query and headers. */
  readonly parameters: readonly Parameter[];
  /** The JSON body. Undefined without a body. */
  readonly body: { readonly schema: JsonSchema; readonly required: boolean } | undefined;
  /** Whether a version of the resource is more than the number in its `version`. Results then show it, see `versionIn`. */
  readonly hasVersionText: boolean;
  /** The description of the response without content, if the operation has one. */
  readonly emptyResponse: string | undefined;
}

/** The operations with an API key, and the schemas that they refer to by `#/components/schemas/{name}`. */
export interface ApiDescription {
  readonly operations: readonly ApiOperation[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

const lowerCase = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const satisfies Record<
  string,
  HttpMethod
>;

/** Returns the operations of endpoints that need an API key, from their OpenAPI document. */
export function describeApi(endpoints: readonly ApiEndpoint[]): ApiDescription {
  const { paths, components } = buildDocument(endpoints, [], []);
  const resolve = (parameter: Parameter | Ref): Parameter[] => {
    if (!('$ref' in parameter)) return [parameter];
    const found = components.parameters[parameter.$ref.slice('#/components/parameters/'.length)];
    return found ? [found] : [];
  };
  const operations = endpoints.flatMap(({ path, keyedOperations }) => {
    const hasVersionText = [...keyedOperations.values()].some(({ tagOf }) => tagOf !== undefined);
    return methods.flatMap((method): ApiOperation[] => {
      const keyed = keyedOperations.get(method);
      const operation = paths[path]?.[lowerCase[method]];
      if (!keyed || !operation) return [];
      const { operationId: id, summary, description } = operation;
      const parameters = operation.parameters.flatMap(resolve);
      return [
        {
          id,
          method,
          path,
          summary,
          description,
          parameters,
          tag: sectionOf(path),
          effect: keyed.effect,
          hasVersionText,
          tool: keyed.doc.tool,
          body: jsonBodyOf(operation),
          emptyResponse: emptyResponseOf(operation),
        },
      ];
    });
  });
  return { operations, schemas: components.schemas };
}

function jsonBodyOf({ requestBody }: OpenApiOperation): ApiOperation['body'] {
  const schema = requestBody?.content['application/json']?.schema;
  return requestBody && schema ? { schema, required: requestBody.required } : undefined;
}

function emptyResponseOf({ responses }: OpenApiOperation): string | undefined {
  const response: unknown = responses['204'];
  return isObject(response) ? String(response['description']) : undefined;
}
