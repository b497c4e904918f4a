import { expect, test } from 'vitest';
import { createAcceptGate } from './accept-gate.js';

test('the gate is open if no connection was accepted in a turn', () => {
  const gate = createAcceptGate();
  expect([gate.isOpen(), gate.isOpen()]).toEqual([true, true]);
  gate.connected();
  expect([gate.isOpen(), gate.isOpen()]).toEqual([false, true]);
});

test('the gate leaves 100 turns to an endless series of connections, and then one turn to work', () => {
  const gate = createAcceptGate();
  const isOpen = Array.from({ length: 303 }, () => {
    gate.connected();
    return gate.isOpen();
  });
  expect(isOpen.flatMap((open, turn) => (open ? [turn] : []))).toEqual([100, 201, 302]);
});
