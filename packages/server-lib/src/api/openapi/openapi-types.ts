/** An OpenAPI 3.1 document. Declares only the members that we use. */
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

/** A group of operations. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** A schema of JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A reference to a component. */
export interface Ref {
  readonly $ref: string;
}

/** The HTTP methods of operations. */
export type HttpMethod = 'get' | 'post' | 'patch' | 'delete';
/** The operations of a path. */
export type PathItem = { readonly [Method in HttpMethod]?: OpenApiOperation };

/** One method of a path. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly SecurityRequirement[];
  readonly parameters: readonly (Parameter | Ref)[];
  readonly requestBody?: RequestBody;
  /** The responses, by status. */
  readonly responses: Readonly<Record<string, ResponseObject | Ref>>;
}

/** A parameter in the path, the query or a header. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly style?: 'form';
  readonly explode?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** The body of a request. */
export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

/** The response with one status. */
export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header | Ref>>;
  /** The bodies, by media type. */
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

/** A response header. */
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

/** The parts that operations refer to. */
export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly securitySchemes: Readonly<Record<string, object>>;
}
