import { toHex } from '../../base/crypto/hex.js';
import { anyOf, type ValueType } from '../sql/dialect.js';
import { all, type Fragment, Query, type Value } from '../sql/statement.js';

/** The rows that look-ups find by a unique key. */
export interface LookupSource {
  /** The column of the key. */
  readonly key: Fragment;
  readonly keyType: ValueType;
  readonly columns: Fragment;
  /** The table, with its joined tables. */
  readonly from: Fragment;
}

/** A row of a look-up of several keys. */
export interface FoundRow {
  readonly lookup_key: Value;
}

/**
 * A query for at most one row, by a unique key. Over PostgreSQL, the look-ups of one turn of the event loop share a statement,
 * which is sent after all of them were requested.
 */
export class Lookup<Row, Outcome> extends Query<Row, Outcome> {
  constructor(
    readonly source: LookupSource,
    readonly key: Value,
    toOutcome: (rows: Row[]) => Outcome,
  ) {
    super(singleTexts, [source.columns, source.from, source.key, key], toOutcome);
  }
}

/**
 * Creates a look-up.
 *
 * @example
 * const callers = { key: sql`hash`, keyType: 'bytea', columns: sql`id, name`, from: sql`askwell_keys` } as const;
 * const row = await store.read(lookUp<CallerRow>(callers, hash));
 */
export function lookUp<Row>(source: LookupSource, key: Value): Lookup<Row, Row | undefined> {
  return new Lookup<Row, Row | undefined>(source, key, ([row]) => row);
}

/** Returns the query for several keys of a source. */
export function lookUpAll({ key, keyType, columns, from }: LookupSource, keys: readonly Value[]) {
  return all<FoundRow>`select ${key} as lookup_key, ${columns} from ${from} where ${key} ${anyOf(keyType, keys)}`;
}

/** Returns a text that identifies a key. */
export function keyText(key: Value): string {
  return key instanceof Uint8Array ? toHex(key) : String(key);
}

const texts = (strings: TemplateStringsArray, ..._parts: null[]): TemplateStringsArray => strings;
const singleTexts = texts`select ${null} from ${null} where ${null} = ${null}`;
