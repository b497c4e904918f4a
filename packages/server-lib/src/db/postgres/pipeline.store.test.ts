import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Operation } from '../operation.js';
import { together } from '../sets/statement-set.js';
import { Fragment, lock, one, run } from '../sql/statement.js';
import { CommitMarker } from './commit-marker.js';
import { StatementPipeline } from './pipeline.js';
import { sqlState } from './postgres-errors.js';
import { createStatementRunner } from './run-statements.js';
import { inTransaction } from './transaction.js';

const connectionString = inject('postgresUrl');

describe.each([
  ['that sends at once', true],
  ['that sends one after the other', false],
])('a transaction over a client %s', (_name, pipeline) => {
  const table = `pipeline_${pipeline}`;
  let pool: pg.Pool;
  beforeAll(async () => {
    pool = new pg.Pool({ connectionString, pipeline });
    await pool.query(`create table ${table} (n integer primary key)`);
  });
  afterAll(() => pool.end());

  const insert = (n: number) => ({ text: `insert into ${table} values ($1)`, values: [n] });
  const numbers = async () => (await pool.query(`select n from ${table} order by n`)).rows.map(({ n }) => n);

  test('is committed with all statements, also statements that nobody waited for', async () => {
    await inTransaction(pool, async (statements) => {
      for (let n = 1; n <= 20; n++) statements.send(insert(n));
    });
    expect(await numbers()).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });

  test('is rolled back if the last statement fails, with its error', async () => {
    const failing = inTransaction(pool, async (statements) => {
      statements.send(insert(21));
      statements.send(insert(1));
    });
    expect(sqlState(await failing.catch((error: unknown) => error))).toBe('23505');
    expect(await numbers()).toHaveLength(20);
  });

  test('fails with the error of the first failed statement, not with errors of later statements', async () => {
    const failing = inTransaction(pool, async (statements) => {
      statements.send(insert(1));
      statements.send(insert(22));
      await statements.query({ text: 'select 1' });
    });
    expect(sqlState(await failing.catch((error: unknown) => error))).toBe('23505');
    expect(await numbers()).toHaveLength(20);
  });

  test('is rolled back after its statements if the action throws', async () => {
    const failing = inTransaction(pool, async (statements) => {
      for (let n = 30; n < 50; n++) statements.send(insert(n));
      throw new Error('The action is broken.');
    });
    await expect(failing).rejects.toThrow('The action is broken.');
    expect(await numbers()).toHaveLength(20);
  });

  describe('a transaction that cannot begin', () => {
    class BrokenMarker extends CommitMarker {
      override next() {
        return { token: '', statement: 'this is not SQL' };
      }
    }
    const runner = createStatementRunner(() => 'public');
    const insertRow = (n: number) => run`insert into ${new Fragment([table], [])} values (${n})`;

    test.each<[string, () => Operation<unknown>]>([
      ['that reads', () => one`select 1`],
      ['that writes', () => insertRow(60)],
      [
        'that locks, reads and writes',
        function* () {
          yield* lock`select pg_advisory_xact_lock(1)`;
          yield* one`select 1`;
          yield* insertRow(61);
        },
      ],
      [
        'that locks and writes',
        function* () {
          yield* lock`select pg_advisory_xact_lock(1)`;
          yield* together([insertRow(62), insertRow(63)]);
        },
      ],
    ])('fails with its error and changes nothing, for an operation %s', async (_name, operation) => {
      const failing = inTransaction(pool, (statements) => runner.runOperation(statements, operation()), {
        marker: new BrokenMarker(() => 'public'),
      });
      expect(sqlState(await failing.catch((error: unknown) => error))).toBe('42601');
      expect(await numbers()).toHaveLength(20);
    });

    test('also fails a statement that succeeds outside of the transaction', async () => {
      const client = await pool.connect();
      const statements = new StatementPipeline(client);
      statements.begin({ text: 'this is not SQL' });
      const failing = statements.query({ text: 'select 1' });
      expect(sqlState(await failing.catch((error: unknown) => error))).toBe('42601');
      client.release();
    });
  });
});
