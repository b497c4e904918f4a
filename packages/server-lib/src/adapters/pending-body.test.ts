import { afterEach, expect, test } from 'vitest';
import { AskwellError, OverloadError } from '../errors.js';
import { maxPendingBytes, PendingBody } from './pending-body.js';

const bodies: PendingBody[] = [];
afterEach(() => {
  for (const body of bodies.splice(0)) body.discard();
});

function start(limit = maxPendingBytes): PendingBody {
  const body = new PendingBody(limit);
  bodies.push(body);
  return body;
}

const bytes = (length: number, value = 0) => new Uint8Array(length).fill(value);

test('a body is the chunks that have arrived, in their order', () => {
  const body = start();
  body.add(bytes(2, 1));
  body.add(bytes(1, 2));
  expect([...body.finish()]).toEqual([1, 1, 2]);
  expect([...start().finish()]).toEqual([]);
});

test('a body over its limit is refused as too large', () => {
  const body = start(3);
  body.add(bytes(3));
  expect(() => body.add(bytes(1))).toThrow(expect.objectContaining({ code: 'too_large' }));
  expect(() => body.add(bytes(4))).toThrow(AskwellError);
});

test('bodies that take too much together are refused as overload, until others are complete or gone', () => {
  const [complete, gone, late] = [start(), start(), start()];
  complete.add(bytes(maxPendingBytes / 2));
  gone.add(bytes(maxPendingBytes / 2));
  expect(() => late.add(bytes(1))).toThrow(OverloadError);
  complete.finish();
  late.add(bytes(maxPendingBytes / 2));
  expect(() => late.add(bytes(1))).toThrow(OverloadError);
  gone.discard();
  // What was refused is not kept.
  late.add(bytes(1));
  expect(late.finish().byteLength).toBe(1);
});
