import { toHex } from '../../base/crypto/hex.js';
import { DialectFragment, Fragment, rows, sql, type Value } from './statement.js';

/** Returns a condition: a text column contains a text. Ignores the case of ASCII letters, as SQLite does. */
export function containsFolded(column: Fragment, text: string): DialectFragment {
  return new DialectFragment((dialect) =>
    dialect === 'sqlite'
      ? sql`instr(lower(${column}), lower(${text})) > 0`
      : sql`strpos(lower(${column} collate "C"), lower(cast(${text} as text) collate "C")) > 0`,
  );
}

/** Returns a text whose ASCII letters are in lower case. It is sorted by its bytes. */
export function foldedCase(text: Fragment): DialectFragment {
  return new DialectFragment((dialect) =>
    dialect === 'sqlite' ? sql`lower(${text})` : sql`lower(${text} collate "C")`,
  );
}

/**
 * Selects the index of a table that SQLite uses. The hint follows the name of the table. Without statistics, SQLite can
 * prefer an index that reads all rows of an ask. PostgreSQL chooses by itself.
 */
export function byIndex(name: string): DialectFragment {
  return new DialectFragment((dialect) => (dialect === 'sqlite' ? indexedBy(name) : noHint));
}

const noHint = sql``;

/** Returns the hint for an index. An index has one array, so that the text of a statement is rendered once. */
function indexedBy(name: string): Fragment {
  const cached = hintsByIndex.get(name);
  if (cached) return cached;
  const hint = new Fragment([`indexed by ${name}`], []);
  hintsByIndex.set(name, hint);
  return hint;
}

const hintsByIndex = new Map<string, Fragment>();

/** The types of values that PostgreSQL cannot infer from a statement. */
export type ValueType = 'bigint' | 'bytea' | 'text';

/**
 * Creates a `values` list whose types PostgreSQL cannot infer, since it is not inserted into a table.
 *
 * @example
 * all`… where (ask, token) in (values ${typedRows(['bigint', 'bytea'], pairs)})`
 */
export function typedRows(types: readonly ValueType[], list: readonly (readonly Value[])[]): DialectFragment {
  return new DialectFragment((dialect) => {
    if (dialect === 'sqlite' || list.length === 0) return rows(list);
    const [first = [], ...others] = list;
    const head = new Fragment(castTexts(types), first);
    // All rows have the types of the first row.
    return others.length === 0 ? head : sql`${head}, ${rows(others)}`;
  });
}

/**
 * Creates a table of values. PostgreSQL receives each column as an array, so that the text does not depend on the number of rows,
 * and a statement can be prepared.
 *
 * @example
 * all`with k (ask, token) as (${valuesOf(['bigint', 'bytea'], pairs)}) select … from k cross join …`
 * run`insert into t (ask, token) ${valuesOf(['bigint', 'bytea'], pairs)}`
 */
export function valuesOf(types: readonly ValueType[], list: readonly (readonly Value[])[]): DialectFragment {
  return new DialectFragment((dialect) => {
    if (dialect === 'sqlite') return sql`values ${rows(list)}`;
    return new Fragment(
      unnestTexts(types),
      types.map((type, column) => toArray(type, list, column)),
    );
  });
}

/** Returns the end of a condition: a column has one of the values. */
export function anyOf(type: ValueType, values: readonly Value[]): DialectFragment {
  return new DialectFragment((dialect) => {
    if (dialect === 'sqlite') return sql`in ${rows([values])}`;
    return new Fragment(anyTexts[type], [
      toArray(
        type,
        values.map((value) => [value]),
        0,
      ),
    ]);
  });
}

const anyTexts = {
  bigint: ['= any(cast(', ' as bigint[]))'],
  bytea: ['= any(cast(', ' as bytea[]))'],
  text: ['= any(cast(', ' as text[]))'],
} as const satisfies Record<ValueType, readonly string[]>;

/** Returns a column of a list as PostgreSQL reads arrays. */
function toArray(type: ValueType, list: readonly (readonly Value[])[], column: number): string {
  const elements = list.map((row) => toElement(type, row[column] ?? null));
  return `{${elements.join(',')}}`;
}

function toElement(type: ValueType, value: Value): string {
  if (value === null) return 'null';
  if (value instanceof Uint8Array) return `"\\\\x${toHex(value)}"`;
  return type === 'bigint' ? String(value) : `"${String(value).replace(/["\\]/g, '\\$&')}"`;
}

/** Returns the text around the arrays of a table. Tables of the same types share one array. */
function unnestTexts(types: readonly ValueType[]): readonly string[] {
  const key = `unnest ${types.join()}`;
  const cached = textsByTypes.get(key);
  if (cached) return cached;
  const between = types.slice(1).map((_, at) => ` as ${types[at]}[]), cast(`);
  const texts = ['select * from unnest(cast(', ...between, ` as ${types.at(-1)}[]))`];
  textsByTypes.set(key, texts);
  return texts;
}

/** Returns a value whose type PostgreSQL cannot infer. */
export function typed(type: ValueType, value: Value): DialectFragment {
  return new DialectFragment((dialect) =>
    dialect === 'sqlite' ? sql`${value}` : new Fragment(castText(type), [value]),
  );
}

/** Returns the text around the values of a row that casts each. Rows of the same types share one array. */
function castTexts(types: readonly ValueType[]): readonly string[] {
  const key = types.join();
  const cached = textsByTypes.get(key);
  if (cached) return cached;
  const texts = ['(cast(', ...types.slice(1).map((_, at) => ` as ${types[at]}), cast(`), ` as ${types.at(-1)}))`];
  textsByTypes.set(key, texts);
  return texts;
}

function castText(type: ValueType): readonly string[] {
  const cached = textsByTypes.get(`one ${type}`);
  if (cached) return cached;
  const texts = ['cast(', ` as ${type})`];
  textsByTypes.set(`one ${type}`, texts);
  return texts;
}

const textsByTypes = new Map<string, readonly string[]>();
