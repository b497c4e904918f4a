import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runOperation } from '../operation.js';
import { createRenderer } from './render-sql.js';
import { all, Fragment, one, rows, run, Statement, sql, type Value } from './statement.js';

const sqlite = createRenderer({ dialect: 'sqlite', placeholder: () => '?' });
const postgres = createRenderer({ dialect: 'postgres', placeholder: (n) => `$${n}` });

function statement(strings: TemplateStringsArray, ...values: (Value | Fragment)[]): Statement<unknown> {
  return new Statement(strings, values);
}

function render(renderer: typeof sqlite, { strings, values }: Statement<unknown>) {
  return renderer(strings, values);
}

test('values become placeholders of the dialect', () => {
  const query = statement`select ${1} from t where a = ${'x'} and b is ${null}`;
  expect(render(sqlite, query)).toEqual({ text: 'select ? from t where a = ? and b is ?', values: [1, 'x', null] });
  expect(render(postgres, query)).toEqual({
    text: 'select $1 from t where a = $2 and b is $3',
    values: [1, 'x', null],
  });
});

test('refuses an undefined value, and caches no text for it', () => {
  const renderValue = (value: Value) => render(sqlite, statement`select ${value}, 2`);
  expect(() => renderValue(JSON.parse('[]')[0])).toThrow(TypeError);
  expect(renderValue(1)).toEqual({ text: 'select ?, 2', values: [1] });
});

test('renders nested fragments with consecutive placeholders', () => {
  const inner = sql`b = ${2} and ${sql`c = ${3}`}`;
  const query = statement`select * from t where a = ${1} and ${inner} and d = ${4} ${sql``}`;
  expect(render(postgres, query)).toEqual({
    text: 'select * from t where a = $1 and b = $2 and c = $3 and d = $4 ',
    values: [1, 2, 3, 4],
  });
});

test('renders rows as a values list', () => {
  const query = statement`insert into t (a, b) values ${rows([
    [1, 'x'],
    [2, null],
  ])} returning a`;
  expect(render(postgres, query)).toEqual({
    text: 'insert into t (a, b) values ($1, $2), ($3, $4) returning a',
    values: [1, 'x', 2, null],
  });
});

test('renders a placeholder for each value of any list of rows, in order', () => {
  const lists = fc
    .integer({ min: 1, max: 6 })
    .chain((width) =>
      fc.array(fc.array(fc.integer(), { minLength: width, maxLength: width }), { minLength: 1, maxLength: 40 }),
    );
  fc.assert(
    fc.property(lists, (list) => {
      const { text, values } = render(postgres, statement`${rows(list)}`);
      let n = 0;
      const expected = list.map((row) => `(${row.map(() => `$${++n}`).join(', ')})`).join(', ');
      expect(text).toBe(expected);
      expect(values).toEqual(list.flat());
    }),
  );
});

test('refuses an empty list of rows', () => {
  expect(() => rows([])).toThrow('at least one row');
});

test('leaves the text between values unchanged', () => {
  const query = statement`select '?', '$1', ${'?; drop table t'}`;
  expect(render(sqlite, query)).toEqual({ text: "select '?', '$1', ?", values: ['?; drop table t'] });
});

test('renders a template without fragments once per dialect', () => {
  const make = (n: number) => statement`select ${n}`;
  const first = render(sqlite, make(1));
  const second = render(sqlite, make(2));
  expect(second).toEqual({ text: first.text, values: [2] });
  expect(render(postgres, make(3)).text).toBe('select $1');
});

test('an operation yields statements and continues with their rows', () => {
  function* operation() {
    const found = yield* all<{ n: number }>`select n from t`;
    const first = yield* one<{ n: number }>`select n from t limit ${found.length}`;
    yield* run`delete from t`;
    return [found.length, first?.n];
  }
  const texts: string[] = [];
  const outcome = runOperation(operation(), (yielded) => {
    texts.push(render(sqlite, yielded).text);
    yielded.rows = [{ n: 7 }, { n: 8 }];
  });
  expect(outcome).toEqual([2, 7]);
  expect(texts).toEqual(['select n from t', 'select n from t limit ?', 'delete from t']);
});

test('a fragment is not a statement', () => {
  expect(sql`a`).toBeInstanceOf(Fragment);
  expect(sql`a`).not.toBeInstanceOf(Statement);
});

test('renders a template separately for each position of a fragment', () => {
  const now = () => sql`now()`;
  const pick = (first: Value | Fragment, second: Value | Fragment) =>
    render(postgres, statement`select ${first}, ${second}`);
  for (let time = 0; time < 2; time++) {
    expect(pick(now(), 1)).toEqual({ text: 'select now(), $1', values: [1] });
    expect(pick(1, now())).toEqual({ text: 'select $1, now()', values: [1] });
    expect(pick(now(), now())).toEqual({ text: 'select now(), now()', values: [] });
    expect(pick(sql`f(${2})`, sql`${now()}`)).toEqual({ text: 'select f($1), now()', values: [2] });
    expect(pick(sql`f(${now()})`, 2)).toEqual({ text: 'select f(now()), $1', values: [2] });
  }
});
