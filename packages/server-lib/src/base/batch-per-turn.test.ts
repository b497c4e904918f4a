import { expect, test } from 'vitest';
import { createTurnBatcher } from './batch-per-turn.js';
import { nextTurn, ownWork } from './event-loop.js';

test('resolves up to 128 callers per turn of the event loop, in their order', async () => {
  const { endOfTurn } = createTurnBatcher();
  const resolved: number[] = [];
  const all = Array.from({ length: 300 }, async (_, index) => {
    await endOfTurn();
    resolved.push(index);
  });
  const late = nextTurn(ownWork).then(endOfTurn);
  const counts = [resolved.length];
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn(ownWork);
    counts.push(resolved.length);
  }
  await Promise.all(all);
  expect(counts).toEqual([0, 128, 256, 300]);
  expect(resolved).toEqual(Array.from({ length: 300 }, (_, index) => index));
  await late;
});

test('batches the callers of each instance separately', async () => {
  const [busy, idle] = [createTurnBatcher(), createTurnBatcher()];
  const waiting = Array.from({ length: 300 }, () => busy.endOfTurn());
  expect([busy.estimateWait(), idle.estimateWait()]).toEqual([(300 * 10) / 128, 0]);
  const isResolved = idle.endOfTurn().then(() => true);
  expect(await Promise.race([isResolved, Promise.all(waiting).then(() => false)])).toBe(true);
  expect(idle.estimateWait()).toBe(0);
  await Promise.all(waiting);
});

/** Runs requests of a cost, and returns how many ran in each turn of the event loop. */
async function countPerTurn(requests: number, cost: number, connections = 0): Promise<number[]> {
  let now = 0;
  const turns = createTurnBatcher(() => now);
  let ran = 0;
  const all = Array.from({ length: requests }, async () => {
    await turns.endOfTurn();
    now += cost;
    ran++;
  });
  const counts: number[] = [];
  for (let turn = 0; ran < requests; turn++) {
    if (turn < connections) turns.connected();
    const before = ran;
    await nextTurn(ownWork);
    counts.push(ran - before);
  }
  await Promise.all(all);
  return counts;
}

test('runs fewer requests in a turn if each takes longer', async () => {
  const cheap = await countPerTurn(1_000, 0.01);
  expect(Math.max(...cheap)).toBe(128);
  const costly = await countPerTurn(1_000, 2);
  // The first turn does not know the cost.
  expect(costly[0]).toBe(128);
  expect(costly.length).toBeGreaterThan(20);
  expect(Math.max(...costly.slice(5))).toBeLessThanOrEqual(15);
});

test('one interrupted turn does not change the next turns', async () => {
  let now = 0;
  const turns = createTurnBatcher(() => now);
  const counts: number[] = [];
  for (let turn = 0; turn < 10; turn++) {
    let ran = 0;
    const all = Array.from({ length: 128 }, async () => {
      await turns.endOfTurn();
      ran++;
      if (turn === 5 && ran === 1) now += 1_000;
    });
    await nextTurn(ownWork);
    counts.push(ran);
    await Promise.all(all);
  }
  expect(counts).toEqual(Array(10).fill(128));
});

test('slow first turns do not limit later turns', async () => {
  let now = 0;
  const turns = createTurnBatcher(() => now);
  let ran = 0;
  const request = async () => {
    await turns.endOfTurn();
    // The first request compiles the code.
    now += ran++ === 0 ? 50 : 0.05;
  };
  await request();
  await nextTurn(ownWork);
  const burst = Array.from({ length: 1_000 }, request);
  expect(turns.estimateWait()).toBeLessThan(100);
  await Promise.all(burst);
});

test('accepts new connections before a backlog continues', async () => {
  expect((await countPerTurn(1_000, 0.01, 50)).slice(0, 51)).toEqual([...Array(50).fill(0), 128]);
});
