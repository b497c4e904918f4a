import { z } from 'zod';

/** The documentation of a schema. Keywords of JSON Schema override the keywords that are derived from the schema. */
export interface Documentation {
  /** The name of its component in the OpenAPI document and of its TypeScript type. A schema without one is inlined. */
  readonly id?: string | undefined;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  /**
   * The meaning of an absent member in a request. Not the keyword `default`, because generators make members with it required.
   */
  readonly absent?: unknown;
  /** The values of the member `type` next to it that allow this member. Absent: it is always allowed. */
  readonly onlyFor?: readonly string[];
  /** Whether visitors read this text, so that owners can translate it. */
  readonly translatable?: boolean;
  /** The names of the types that its TypeScript interface extends. */
  readonly extends?: readonly string[];
  /** Where the component is described, if not both in the document and as a TypeScript type. */
  readonly only?: 'document' | 'types';
  /** The name of another component that describes this schema. */
  readonly describedBy?: string;
  readonly type?: string;
  readonly format?: string;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  /** Undefined removes the maximum of a schema that parses the text of a number. */
  readonly maxLength?: number | undefined;
  readonly maxProperties?: number;
  /** Undefined removes the pattern of a schema that parses the text of a number. */
  readonly pattern?: string | undefined;
}

/** A separate registry: names in zod's global registry could collide with names of the host's schemas. */
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
 * @param absent The meaning of an absent member, if requests may omit it.
 */
export function described<Schema extends z.ZodType>(schema: Schema, description: string, absent?: unknown): Schema {
  const copy = schema.clone(schema._zod.def, { parent: true });
  documented.add(copy, { description, ...(absent === undefined ? {} : { absent }) });
  return copy;
}

/**
 * Marks a member that is only allowed for some values of the member `type` next to it, and says so in its description.
 *
 * @param schema A schema that {@link described} returned.
 */
export function onlyFor<Schema extends z.ZodType>(types: readonly string[], schema: Schema): Schema {
  const { description, ...documentation } = documented.get(schema) ?? {};
  const sentence = `Only allowed when \`type\` is ${orList.format(types.map((type) => `"${type}"`))}.`;
  documented.add(schema, {
    ...documentation,
    description: description ? `${description} ${sentence}` : sentence,
    onlyFor: types,
  });
  return schema;
}

/**
 * Marks a text that visitors read. Owners can translate it, and everything that shows, checks, counts, exports and imports translations
 * includes it.
 *
 * @example
 * const label = translatable(requiredText(500));
 */
export function translatable<Schema extends z.ZodType>(schema: Schema): Schema {
  documented.add(schema, { ...documented.get(schema), translatable: true });
  return schema;
}

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Compares two types exactly, including whether members are optional. */
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
