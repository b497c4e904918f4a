/** A value of a SQL statement. Times are integers (microseconds), booleans are 0 or 1, JSON is text. */
export type Value = string | number | Uint8Array | null;

/** The SQL of a database. */
export type Dialect = 'sqlite' | 'postgres';

/** A part of a SQL statement between its texts. */
export type Part = Value | Fragment | DialectFragment;

/** A part of a SQL statement with its values. */
export class Fragment {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly Part[],
  ) {}
}

/** A part of a SQL statement that differs between databases. `db/sql/dialect.ts` has all of them. */
export class DialectFragment {
  constructor(readonly variantFor: (dialect: Dialect) => Fragment) {}
}

/** A statement that an operation yields. The driver sets `rows` before it resumes the operation, if it needs them. */
export class Statement<Row> {
  rows: Row[] = [];

  constructor(
    readonly strings: TemplateStringsArray,
    readonly values: readonly Part[],
  ) {}

  /** Whether the operation needs the rows, or only that the statement succeeds. */
  get needsRows(): boolean {
    return true;
  }
}

/**
 * Creates a fragment.
 *
 * @example
 * sql`site_id = ${site}`
 */
export function sql(strings: TemplateStringsArray, ...values: Part[]): Fragment {
  return new Fragment(strings, values);
}

/**
 * Creates a `values` list of one or more rows, which must have the same length.
 *
 * @example
 * run`insert into t (a, b) values ${rows([[1, 2], [3, 4]])}`
 */
export function rows(list: readonly (readonly Value[])[]): Fragment {
  const width = list[0]?.length ?? 0;
  if (width === 0) throw new Error('A values list needs at least one row, and each row at least one value.');
  const values: Value[] = [];
  for (const row of list) for (const value of row) values.push(value);
  if (values.length !== list.length * width) throw new Error('All rows of a values list must have the same length.');
  return new Fragment(valuesList(list.length, width), values);
}

/** Returns the text around the values of a list. Lists of one size share one array, so that their text is rendered once. */
function valuesList(height: number, width: number): readonly string[] {
  const size = `${height}×${width}`;
  const cached = valuesLists.get(size);
  if (cached) return cached;
  const strings: string[] = [];
  for (let row = 0; row < height; row++) {
    strings.push(row === 0 ? '(' : '), (');
    for (let column = 1; column < width; column++) strings.push(', ');
  }
  strings.push(')');
  valuesLists.set(size, strings);
  return strings;
}

const valuesLists = new Map<string, readonly string[]>();

/** A statement that is an operation by itself. Other operations run it with `yield*`. */
export class Query<Row, Outcome> extends Statement<Row> {
  constructor(
    strings: TemplateStringsArray,
    values: readonly Part[],
    private readonly toOutcome: (rows: Row[]) => Outcome,
  ) {
    super(strings, values);
  }

  override get needsRows(): boolean {
    const toOutcome: unknown = this.toOutcome;
    return toOutcome !== nothing;
  }

  /** The outcome of the query. Only valid after the driver has set `rows`. */
  get outcome(): Outcome {
    return this.toOutcome(this.rows);
  }

  *[Symbol.iterator](): Generator<Statement<unknown>, Outcome, void> {
    yield this;
    return this.outcome;
  }
}

/**
 * A statement that locks rows until the end of the transaction. Databases with one writer at a time skip it.
 *
 * All writes lock in one order, so that they cannot deadlock: account, site, asks by ascending `seq`, then their counters and
 * tallies. A lock and the read that it protects are two statements: what a statement joins is read before it waits.
 */
export class Lock extends Query<never, void> {}

/** Creates a query that returns all rows. */
export function all<Row>(strings: TemplateStringsArray, ...values: Part[]): Query<Row, Row[]> {
  return new Query(strings, values, allRows);
}

/** Creates a query that returns the first row, or undefined if there is none. */
export function one<Row>(strings: TemplateStringsArray, ...values: Part[]): Query<Row, Row | undefined> {
  return new Query(strings, values, firstRow);
}

/** Creates a query that returns nothing. */
export function run(strings: TemplateStringsArray, ...values: Part[]): Query<never, void> {
  return new Query(strings, values, nothing);
}

/** Creates a lock. */
export function lock(strings: TemplateStringsArray, ...values: Part[]): Lock {
  return new Lock(strings, values, nothing);
}

const allRows = <Row>(rows: Row[]): Row[] => rows;
const firstRow = <Row>(rows: Row[]): Row | undefined => rows[0];
const nothing = (): void => {};
