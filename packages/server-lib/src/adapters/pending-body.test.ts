import { beforeEach, expect, test } from 'vitest';
import { AskwellError, OverloadError } from '../base/errors.js';
import { createBodyBudget, maxPendingBytes, PendingBody } from './pending-body.js';

let budget = createBodyBudget();
beforeEach(() => {
  budget = createBodyBudget();
});

const start = (limit = maxPendingBytes) => new PendingBody(limit, budget);

const bytes = (length: number, value = 0) => new Uint8Array(length).fill(value);

test('returns the chunks in their order', () => {
  const body = start();
  body.add(bytes(2, 1));
  body.add(bytes(1, 2));
  expect([...body.finish()]).toEqual([1, 1, 2]);
  expect([...start().finish()]).toEqual([]);
});

test('refuses a body over its limit as too large', () => {
  const body = start(3);
  body.add(bytes(3));
  expect(() => body.add(bytes(1))).toThrow(expect.objectContaining({ code: 'too_large' }));
  expect(() => body.add(bytes(4))).toThrow(AskwellError);
});

test('refuses a chunk as overload while all bodies together are too large', () => {
  const [complete, discarded, late] = [start(), start(), start()];
  complete.add(bytes(maxPendingBytes / 2));
  discarded.add(bytes(maxPendingBytes / 2));
  // A complete body counts until its request is answered.
  expect(complete.finish().byteLength).toBe(maxPendingBytes / 2);
  expect(() => late.add(bytes(1))).toThrow(OverloadError);
  complete.discard();
  late.add(bytes(maxPendingBytes / 2));
  expect(() => late.add(bytes(1))).toThrow(OverloadError);
  discarded.discard();
  // The refused chunk was not stored.
  late.add(bytes(1));
  expect(late.finish().byteLength).toBe(1);
});

test('counts the bodies of each budget separately', () => {
  start().add(bytes(maxPendingBytes));
  expect(() => start().add(bytes(1))).toThrow(OverloadError);
  const other = new PendingBody(maxPendingBytes, createBodyBudget());
  other.add(bytes(maxPendingBytes));
  expect(other.finish().byteLength).toBe(maxPendingBytes);
});

test('ignores what arrives after it was discarded', () => {
  const body = start();
  body.add(bytes(1));
  body.discard();
  body.add(bytes(maxPendingBytes));
  start().add(bytes(maxPendingBytes));
  expect(body.finish().byteLength).toBe(0);
});
