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

/** What operations are shown under. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Leads to what stands among the components. */
export interface Ref {
  readonly $ref: string;
}

/** The methods that operations have. */
export type HttpMethod = 'get' | 'post' | 'patch' | 'delete';
/** What can be done at a path. */
export type PathItem = { readonly [Method in HttpMethod]?: OpenApiOperation };

/** What one method does at a path. */
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

/** What is taken in a path, a query or a header. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** What is taken in the body. */
export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

/** What is answered with one status. */
export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header | Ref>>;
  /** By media type. */
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

/** A header of replies. */
export interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** A body in one media type. */
export interface MediaTypeObject {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** What is told once and referred to. */
export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly securitySchemes: Readonly<Record<string, object>>;
}
