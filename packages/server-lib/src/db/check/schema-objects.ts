import { schemaDiff } from './schema-diff.js';

/** A part of a schema, such as a table or an index, with its definition. */
export interface SchemaObject {
  readonly type: string;
  readonly name: string;
  /** The table that it belongs to. For a table, its own name. */
  readonly table: string;
  readonly sql: string;
}

/** Compares the objects of a schema with the expected ones. Returns a sentence for each difference. */
export function compareObjects(there: readonly SchemaObject[], made: readonly SchemaObject[]): string[] {
  return [...made.flatMap((part) => compareObject(part, there)), ...findUnknownObjects(there, made)];
}

function compareObject(part: SchemaObject, there: readonly SchemaObject[]): string[] {
  const { type, name, table } = part;
  const found = findObject(there, part);
  if (found) {
    const difference = schemaDiff(found.sql, part.sql);
    return difference === undefined ? [] : [`The ${type} ${name} differs from the schema of Askwell: ${difference}.`];
  }
  // A missing table is reported without its indexes and triggers.
  return type === 'table' || findObject(there, { type: 'table', name: table })
    ? [`The ${type} ${name} is missing.`]
    : [];
}

function findUnknownObjects(there: readonly SchemaObject[], made: readonly SchemaObject[]): string[] {
  return there
    .filter((part) => !findObject(made, part))
    .map(({ type, name }) => `The ${type} ${name} has a name of Askwell, but is not part of its schema.`);
}

/** Finds an object by type and name: a trigger can have the name of a table. */
export function findObject(
  parts: readonly SchemaObject[],
  { type, name }: Pick<SchemaObject, 'type' | 'name'>,
): SchemaObject | undefined {
  return parts.find((part) => part.type === type && part.name === name);
}
