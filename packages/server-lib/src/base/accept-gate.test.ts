import { expect, test } from 'vitest';
import { createAcceptGate } from './accept-gate.js';

test('is open if no connection was accepted in a turn', () => {
  const gate = createAcceptGate();
  expect([gate.isOpen(), gate.isOpen()]).toEqual([true, true]);
  gate.connected();
  expect([gate.isOpen(), gate.isOpen()]).toEqual([false, true]);
});

test('leaves 100 turns to connections that never end, and then one to work', () => {
  const gate = createAcceptGate();
  const isOpen = Array.from({ length: 303 }, () => {
    gate.connected();
    return gate.isOpen();
  });
  expect(isOpen.flatMap((open, turn) => (open ? [turn] : []))).toEqual([100, 201, 302]);
});
