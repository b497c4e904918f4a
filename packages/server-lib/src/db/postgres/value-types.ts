/** Object IDs of PostgreSQL's types. */
const oids = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, float4: 700, float8: 701, numeric: 1700 } as const;

const toText = (text: string): unknown => text;
const toNumber = (text: string): unknown => Number(text);
/** Booleans are 0 or 1, as in SQLite. */
const toBit = (text: string): unknown => (text === 't' ? 1 : 0);
/** Bytes arrive as `\x` and hexadecimal digits. */
const toBytes = (text: string): unknown => Buffer.from(text.slice(2), 'hex');

const parsers = new Map<number, (text: string) => unknown>([
  [oids.bool, toBit],
  [oids.bytea, toBytes],
  ...[oids.int8, oids.int2, oids.int4, oids.float4, oids.float8, oids.numeric].map(
    (oid): [number, (text: string) => unknown] => [oid, toNumber],
  ),
]);

/** How values are read. Given with each query, because parsers that are set on `pg` apply to the host's queries too. */
export const valueTypes = {
  getTypeParser: (oid: number): ((text: string) => unknown) => parsers.get(oid) ?? toText,
};
