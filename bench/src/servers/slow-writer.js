import Database from 'better-sqlite3';

/** The writer on a disk that takes 10 ms longer for each commit. */

const pause = new Int32Array(new SharedArrayBuffer(4));
const { transaction } = Database.prototype;

/** @this {import('better-sqlite3').Database} @param {(...args: unknown[]) => unknown} work */
function slowTransaction(work) {
  const { immediate } = transaction.call(this, work);
  const slow = (/** @type {unknown[]} */ ...args) => {
    const outcome = immediate(...args);
    Atomics.wait(pause, 0, 0, 10);
    return outcome;
  };
  return Object.assign(slow, { immediate: slow });
}

Object.defineProperty(Database.prototype, 'transaction', { value: slowTransaction });

/** By a name that is not looked into: this is a program, of which there are no types. */
const writer = '@askwell/server/writer';
await import(writer);
