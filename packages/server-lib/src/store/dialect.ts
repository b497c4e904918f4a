import { DialectFragment, Fragment, rows, sql, type Value } from './statement.js';

/** Returns a condition: a text column contains a text. Ignores the case of ASCII letters, as SQLite does. */
export function containsFolded(column: Fragment, text: string): DialectFragment {
  return new DialectFragment((dialect) =>
    dialect === 'sqlite'
      ? sql`instr(lower(${column}), lower(${text})) > 0`
      : sql`strpos(lower(${column} collate "C"), lower(cast(${text} as text) collate "C")) > 0`,
  );
}

/** Returns the end of a condition: a column has one of the values. Its text is the same for any number of values. */
export function anyOf(_type: 'bigint', values: readonly number[]): DialectFragment {
  return new DialectFragment((dialect) =>
    dialect === 'sqlite'
      ? sql`in (select value from json_each(${JSON.stringify(values)}))`
      : sql`= any(cast(${`{${values.join()}}`} as bigint[]))`,
  );
}

/** The types of values that a statement does not tell by itself. */
type ValueType = 'bigint' | 'bytea' | 'text';

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
    // The types of the first row are those of all rows.
    return others.length === 0 ? head : sql`${head}, ${rows(others)}`;
  });
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
