import Database from 'better-sqlite3';
import { expect, expectTypeOf, test } from 'vitest';
import type { AskwellOptions } from '../../instance/options/options.js';
import { fromHandle } from './better-sqlite3-driver.js';
import { pragma, readValue } from './sqlite-driver.js';

test('the database option accepts a better-sqlite3 database, and no number or other object', () => {
  expectTypeOf<Database.Database>().toExtend<AskwellOptions['database']>();
  expectTypeOf<string>().toExtend<AskwellOptions['database']>();
  expectTypeOf<number>().not.toExtend<AskwellOptions['database']>();
  expectTypeOf<{ name: string }>().not.toExtend<AskwellOptions['database']>();
});

test('a handle is used directly and stays open', () => {
  const handle = new Database(':memory:');
  const database = fromHandle(handle);
  expect([database.name, database.memory, database.inTransaction]).toEqual([':memory:', true, false]);
  database.exec('create table t (n integer); begin');
  expect(database.inTransaction).toBe(true);
  expect(readValue(database, 'insert into t values (?), (?) returning n', [1, 2])).toBe(1);
  database.exec('commit');
  expect(pragma(database, 'foreign_keys = OFF')).toBeUndefined();
  database.close();
  expect(handle.open).toBe(true);
  handle.close();
});
