import Database from 'better-sqlite3';

/** The writer on a disk that takes 10 ms longer for each commit. */

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

/** By a name that is not looked into: this is a program, of which there are no types. */
const writer = '@askwell/server/writer';
await import(writer);
