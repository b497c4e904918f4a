import { z } from 'zod';

/** What a schema does not say itself. Keywords of JSON Schema override those that follow from the schema. */
export interface Documentation {
  /** The name of its component in the OpenAPI document and of its TypeScript type. A schema without one is inlined. */
  readonly id?: string | undefined;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  /** What an absent member of a request means. Not the keyword `default`, with which generators make members required. */
  readonly absent?: unknown;
  /** The names of the types that its TypeScript interface extends. */
  readonly extends?: readonly string[];
  /** Where the component is described, if not both in the document and as a TypeScript type. */
  readonly only?: 'document' | 'types';
  /** The name of the component that describes it in its place. */
  readonly describedBy?: string;
  readonly type?: string;
  readonly format?: string;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Undefined removes the pattern of a schema that parses the text of a number. */
  readonly pattern?: string | undefined;
}

/** A registry of our own: names in zod's global one would meet those of the host's schemas. */
export const documented = z.registry<Documentation>();

/** The documentation of a component. */
export interface ComponentDocumentation<Value>
  extends Pick<Documentation, 'description' | 'extends' | 'only' | 'format'> {
  readonly examples?: readonly Value[];
}

/**
 * Registers a schema as a component of the OpenAPI document, from which its TypeScript type is generated as well.
 *
 * @example
 * export const siteSchema = component('Site', z.object({ … }), { examples: [{ … }] });
 */
export function component<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  documentation: ComponentDocumentation<z.input<Schema>> = {},
): Schema {
  documented.add(schema, { id, ...documentation });
  return schema;
}

/**
 * Returns a copy of a schema with a description. The copy of a component still refers to the component.
 *
 * @param absent What leaving the member out means, if a request may do so.
 */
export function described<Schema extends z.ZodType>(schema: Schema, description: string, absent?: unknown): Schema {
  const copy = schema.clone(schema._zod.def, { parent: true });
  documented.add(copy, { description, ...(absent === undefined ? {} : { absent }) });
  return copy;
}

/** Types that are the same to the last optional member. */
type SameType<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? unknown : never;
type Flat<T> = T extends object ? { [Member in keyof T]: Flat<T[Member]> } : T;

/**
 * Registers the schema of a type that is written by hand. It does not compile if the schema and the type differ.
 *
 * @example
 * const issue = componentOf<Issue>()('Issue', z.object({ … }));
 */
export function componentOf<Type>() {
  return <Schema extends z.ZodType<Type>>(
    id: string,
    schema: Schema & SameType<z.output<Schema>, Type>,
    documentation: Omit<ComponentDocumentation<Type>, 'only' | 'extends'> = {},
  ): Schema => {
    documented.add(schema, { id, ...documentation, only: 'document' });
    return schema;
  };
}
