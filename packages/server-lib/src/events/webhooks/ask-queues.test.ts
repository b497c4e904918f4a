import { expect, test } from 'vitest';
import { AskQueues } from './ask-queues.js';

const delivery = (id: number, ask: string, in_order = 1) => ({
  id,
  in_order,
  event_id: `evt_${id}`,
  type: 'answer.created',
  ask_id: ask,
  answer_id: null,
  event_at: 0,
  attempts: 0,
});

test('events of one ask are taken one after the other, and events of other asks and replays at the same time', () => {
  const queues = new AskQueues();
  const [a1, a2, b1, replay] = [delivery(1, 'a'), delivery(2, 'a'), delivery(3, 'b'), delivery(4, 'a', 0)];
  queues.add([a1, a2, b1, replay]);
  expect([1, 2, 3, 4].map(() => queues.take())).toEqual([a1, b1, replay, undefined]);
  queues.ended(a1, true);
  expect(queues.take()).toBe(a2);
});

test('asks take turns', () => {
  const queues = new AskQueues();
  const [a1, a2, b1, b2] = [delivery(1, 'a'), delivery(2, 'a'), delivery(3, 'b'), delivery(4, 'b')];
  queues.add([a1, a2, b1, b2]);
  expect(queues.take()).toBe(a1);
  queues.ended(a1, true);
  expect(queues.take()).toBe(b1);
});

test('after a failure, the events of the ask are added again only when the failure is saved', () => {
  const queues = new AskQueues();
  const [a1, a2] = [delivery(1, 'a'), delivery(2, 'a')];
  queues.add([a1, a2]);
  queues.take();
  queues.ended(a1, false);
  queues.add([a2]);
  expect([queues.take(), queues.size]).toEqual([undefined, 1]);
  queues.saved([a1]);
  queues.add([a2]);
  expect(queues.take()).toBe(a2);
});

test('a failure that happens while an earlier event is saved still holds back later events', () => {
  const queues = new AskQueues();
  const [a1, a2, a3] = [delivery(1, 'a'), delivery(2, 'a'), delivery(3, 'a')];
  queues.add([a1, a2, a3]);
  queues.take();
  queues.ended(a1, true);
  queues.take();
  queues.ended(a2, false);
  queues.saved([a1]);
  // The failure is not in the database yet.
  queues.add([a2, a3]);
  expect([queues.take(), queues.size]).toEqual([undefined, 1]);
  queues.saved([a2]);
  queues.add([a2, a3]);
  expect(queues.take()).toBe(a2);
});
