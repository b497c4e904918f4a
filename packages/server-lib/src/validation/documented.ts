import { z } from 'zod';

/** What the OpenAPI document says of a schema beside what the schema says itself. JSON Schema's own words may stand here too. */
export interface Documentation {
  /** The name it has in the document; what has none stands where it is used. */
  readonly id?: string | undefined;
  readonly description?: string;
  /** What its members mean, where their names do not say it. */
  readonly members?: Readonly<Record<string, string>>;
  readonly examples?: readonly unknown[];
  readonly type?: string;
  readonly format?: string;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Undefined takes away what a schema has for the text of a number. */
  readonly pattern?: string | undefined;
}

/** A registry of our own: names in zod's global one would meet those of the host's schemas. */
export const documented = z.registry<Documentation>();

/** Types that are the same to the last optional member. */
type SameType<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? unknown : never;
type Flat<T> = T extends object ? { [Member in keyof T]: Flat<T[Member]> } : T;

/** What a wire type is called, and an example or more. */
export interface WireDocumentation<Type> extends Pick<Documentation, 'description' | 'members'> {
  readonly examples?: readonly Type[];
}

/**
 * The schema of a wire type, for the document alone: replies are not checked by it when they are sent. It does not compile
 * where the schema and the type differ in anything.
 *
 * @example
 * export const site = wire<Site>()('Site', z.object({ … }), { examples: [{ … }] });
 */
export function namedSchema<Type>() {
  return <Schema extends z.ZodType<Type>>(
    id: string,
    schema: Schema & SameType<z.output<Schema>, Type>,
    doc: WireDocumentation<Type> = {},
  ): Schema => {
    documented.add(schema, { id, ...doc });
    return schema;
  };
}

/** The schema of what a client sends, which is also what it is checked by. */
export function request<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  doc: WireDocumentation<z.input<Schema>> = {},
): Schema {
  documented.add(schema, { id, ...doc });
  return schema;
}
