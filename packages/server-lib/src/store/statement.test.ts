import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runOperation } from './operation.js';
import { createRenderer } from './render-sql.js';
import { all, Fragment, one, rows, run, Statement, sql, type Value } from './statement.js';

const sqlite = createRenderer(() => '?');
const postgres = createRenderer((n) => `$${n}`);

function statement(strings: TemplateStringsArray, ...values: (Value | Fragment)[]): Statement<unknown> {
  return new Statement(strings, values);
}

function render(renderer: typeof sqlite, { strings, values }: Statement<unknown>) {
  return renderer(strings, values);
}

test('values become placeholders, as each dialect writes them', () => {
  const it = statement`select ${1} from t where a = ${'x'} and b is ${null}`;
  expect(render(sqlite, it)).toEqual({ text: 'select ? from t where a = ? and b is ?', values: [1, 'x', null] });
  expect(render(postgres, it)).toEqual({ text: 'select $1 from t where a = $2 and b is $3', values: [1, 'x', null] });
});

test('a value that is undefined is a mistake, and leaves no trace in the texts that are kept', () => {
  const it = (value: Value) => render(sqlite, statement`select ${value}, 2`);
  expect(() => it(JSON.parse('[]')[0])).toThrow(TypeError);
  expect(it(1)).toEqual({ text: 'select ?, 2', values: [1] });
});

test('fragments are put in, however deep, and placeholders are counted through', () => {
  const inner = sql`b = ${2} and ${sql`c = ${3}`}`;
  const it = statement`select * from t where a = ${1} and ${inner} and d = ${4} ${sql``}`;
  expect(render(postgres, it)).toEqual({
    text: 'select * from t where a = $1 and b = $2 and c = $3 and d = $4 ',
    values: [1, 2, 3, 4],
  });
});

test('a list of rows becomes a values list', () => {
  const it = statement`insert into t (a, b) values ${rows([
    [1, 'x'],
    [2, null],
  ])} returning a`;
  expect(render(postgres, it)).toEqual({
    text: 'insert into t (a, b) values ($1, $2), ($3, $4) returning a',
    values: [1, 'x', 2, null],
  });
});

test('any list of rows has a placeholder for each value, in their order', () => {
  const lists = fc
    .integer({ min: 1, max: 6 })
    .chain((width) =>
      fc.array(fc.array(fc.integer(), { minLength: width, maxLength: width }), { minLength: 1, maxLength: 40 }),
    );
  fc.assert(
    fc.property(lists, (list) => {
      const { text, values } = render(postgres, statement`${rows(list)}`);
      let n = 0;
      const wanted = list.map((row) => `(${row.map(() => `$${++n}`).join(', ')})`).join(', ');
      expect(text).toBe(wanted);
      expect(values).toEqual(list.flat());
    }),
  );
});

test('an empty list of rows is refused where it is written, not by the database', () => {
  expect(() => rows([])).toThrow('at least one row');
});

test('text between values is never touched, whatever it looks like', () => {
  const it = statement`select '?', '$1', ${'?; drop table t'}`;
  expect(render(sqlite, it)).toEqual({ text: "select '?', '$1', ?", values: ['?; drop table t'] });
});

test('a template without fragments is settled once for a dialect', () => {
  const make = (n: number) => statement`select ${n}`;
  const first = render(sqlite, make(1));
  const second = render(sqlite, make(2));
  expect(second).toEqual({ text: first.text, values: [2] });
  expect(render(postgres, make(3)).text).toBe('select $1');
});

test('an operation yields its statements, and goes on with the rows that it is given', () => {
  function* operation() {
    const found = yield* all<{ n: number }>`select n from t`;
    const first = yield* one<{ n: number }>`select n from t limit ${found.length}`;
    yield* run`delete from t`;
    return [found.length, first?.n];
  }
  const asked: string[] = [];
  const outcome = runOperation(operation(), (it) => {
    asked.push(render(sqlite, it).text);
    it.rows = [{ n: 7 }, { n: 8 }];
  });
  expect(outcome).toEqual([2, 7]);
  expect(asked).toEqual(['select n from t', 'select n from t limit ?', 'delete from t']);
});

test('a fragment is no statement', () => {
  expect(sql`a`).toBeInstanceOf(Fragment);
  expect(sql`a`).not.toBeInstanceOf(Statement);
});

test('one template has a text of its own for each place in which a fragment stands', () => {
  const now = () => sql`now()`;
  const pick = (one: Value | Fragment, other: Value | Fragment) => render(postgres, statement`select ${one}, ${other}`);
  for (let time = 0; time < 2; time++) {
    expect(pick(now(), 1)).toEqual({ text: 'select now(), $1', values: [1] });
    expect(pick(1, now())).toEqual({ text: 'select $1, now()', values: [1] });
    expect(pick(now(), now())).toEqual({ text: 'select now(), now()', values: [] });
    expect(pick(sql`f(${2})`, sql`${now()}`)).toEqual({ text: 'select f($1), now()', values: [2] });
    expect(pick(sql`f(${now()})`, 2)).toEqual({ text: 'select f(now()), $1', values: [2] });
  }
});
