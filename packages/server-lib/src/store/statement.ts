/** What a database column can hold on its way in. Times are integers (microseconds), booleans 0 or 1, JSON is text. */
export type Value = string | number | Uint8Array | null;

/** A piece of SQL with its values, to be put into a larger statement. */
export class Fragment {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly (Value | Fragment)[],
  ) {}
}

/** One statement an operation asks for. The driver fills `rows` before it lets the operation go on. */
export class Statement<Row> {
  rows: Row[] = [];

  constructor(
    readonly strings: TemplateStringsArray,
    readonly values: readonly (Value | Fragment)[],
  ) {}
}

/** SQL as a fragment: `` sql`site_id = ${site}` ``. */
export function sql(strings: TemplateStringsArray, ...values: (Value | Fragment)[]): Fragment {
  return new Fragment(strings, values);
}

/** A `values` list of many rows: `` insert into t (a, b) values ${rows([[1, 2], [3, 4]])} ``. No rows, no statement. */
export function rows(list: readonly (readonly Value[])[]): Fragment {
  const width = list[0]?.length ?? 0;
  if (width === 0) throw new Error('A values list needs at least one row, and rows at least one value.');
  const values: Value[] = [];
  for (const row of list) for (const value of row) values.push(value);
  if (values.length !== list.length * width) throw new Error('The rows of a values list are all of one length.');
  return new Fragment(valuesList(list.length, width), values);
}

/** What stands between the values of such a list: the same object for the same size, so that its text is settled once. */
function valuesList(height: number, width: number): readonly string[] {
  const size = `${height}×${width}`;
  const known = lists.get(size);
  if (known) return known;
  const strings: string[] = [];
  for (let row = 0; row < height; row++) {
    strings.push(row === 0 ? '(' : '), (');
    for (let column = 1; column < width; column++) strings.push(', ');
  }
  strings.push(')');
  lists.set(size, strings);
  return strings;
}

const lists = new Map<string, readonly string[]>();

/** A statement that is an operation by itself, and a step of others by `yield*`. */
export class Query<Row, Outcome> extends Statement<Row> {
  constructor(
    strings: TemplateStringsArray,
    values: readonly (Value | Fragment)[],
    private readonly outcomeOf: (rows: Row[]) => Outcome,
  ) {
    super(strings, values);
  }

  /** What its rows come to, once they are there. */
  get outcome(): Outcome {
    return this.outcomeOf(this.rows);
  }

  *[Symbol.iterator](): Generator<Statement<unknown>, Outcome, void> {
    yield this;
    return this.outcome;
  }
}

/** Asks for every row. */
export function all<Row>(strings: TemplateStringsArray, ...values: (Value | Fragment)[]): Query<Row, Row[]> {
  return new Query(strings, values, every);
}

/** Asks for the first row, if there is one. */
export function one<Row>(strings: TemplateStringsArray, ...values: (Value | Fragment)[]): Query<Row, Row | undefined> {
  return new Query(strings, values, first);
}

/** Asks for a statement's effect alone. */
export function run(strings: TemplateStringsArray, ...values: (Value | Fragment)[]): Query<never, void> {
  return new Query(strings, values, nothing);
}

const every = <Row>(rows: Row[]): Row[] => rows;
const first = <Row>(rows: Row[]): Row | undefined => rows[0];
const nothing = (): void => {};
