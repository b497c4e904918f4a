import Database from 'better-sqlite3';

/** The writer with a disk that takes 10 ms more for each commit. */

const pause = new Int32Array(new SharedArrayBuffer(4));
const { prepare } = Database.prototype;

/** @this {import('better-sqlite3').Database} @param {string} source */
function prepareSlowly(source) {
  const statement = prepare.call(this, source);
  if (source !== 'commit') return statement;
  const { run } = statement;
  return Object.assign(statement, {
    run(/** @type {unknown[]} */ ...values) {
      const result = Reflect.apply(run, statement, values);
      Atomics.wait(pause, 0, 0, 10);
      return result;
    },
  });
}

Object.defineProperty(Database.prototype, 'prepare', { value: prepareSlowly });

/** A variable, because the program has no types to import. */
const writer = '@askwell/server/writer';
await import(writer);
