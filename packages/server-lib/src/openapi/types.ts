/** The parts of OpenAPI 3.1 that our document is made of. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Info;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly Tag[];
  readonly security: readonly SecurityRequirement[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Components;
}

interface Info {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly license: { readonly name: string; readonly identifier: string };
}

export interface Tag {
  readonly name: string;
  readonly description: string;
}

type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Ref {
  readonly $ref: string;
}

export type HttpMethod = 'get' | 'post' | 'patch' | 'delete';
export type PathItem = { readonly [Method in HttpMethod]?: OpenApiOperation };

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly SecurityRequirement[];
  readonly parameters: readonly (Parameter | Ref)[];
  readonly requestBody?: RequestBody;
  /** By status. */
  readonly responses: Readonly<Record<string, ResponseObject | Ref>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header | Ref>>;
  /** By media type. */
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

export interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export interface MediaTypeObject {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly securitySchemes: Readonly<Record<string, object>>;
}
