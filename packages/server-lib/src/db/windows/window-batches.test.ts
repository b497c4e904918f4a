import { expect, test } from 'vitest';
import { createDeferred } from '../../../test/support/deferred.js';
import type { ChangeWindows } from './change-windows.js';
import { type Admissions, countInWindow } from './count-in-window.js';
import type { SharedWindow } from './shared-window.js';
import { WindowBatches } from './window-batches.js';

const window: SharedWindow = { id: 'a'.repeat(32), limit: 30, seconds: 60 };
const network: SharedWindow = { id: 'b'.repeat(32), limit: 40, seconds: 60 };

/** Windows in memory, with the sizes of all batches. */
function createWindows() {
  const windows = new Map<string, readonly Admissions[]>();
  const batches: number[] = [];
  let now = 1_000;
  const count = (target: SharedWindow, wanted: number, at?: number) => {
    const change = { count: wanted, at, limit: target.limit, span: target.seconds * 1_000_000, width: 1 };
    const counted = countInWindow(windows.get(target.id) ?? [], change, now++);
    windows.set(target.id, counted.entries);
    const { taken, used } = counted;
    return { id: target.id, taken, used, at: counted.at, oldest: counted.entries[0]?.[0] ?? null };
  };
  const change: ChangeWindows = async (changes, outer) => {
    batches.push(changes.reduce((sum, one) => sum + one.count, 0));
    const inner = changes.map((one) => count(one.window, one.count, one.at));
    const taken = (ids: readonly string[]) =>
      inner.filter(({ id }) => ids.includes(id)).reduce((sum, state) => sum + Math.max(0, state.taken), 0);
    return [...inner, ...outer.map((one) => count(one.window, taken(one.innerIds)))];
  };
  return { change, batches };
}

test('requests of one turn are one batch, and the first of them are admitted', async () => {
  const { change, batches } = createWindows();
  const windows = new WindowBatches(change);
  const decisions = await Promise.all(Array.from({ length: 40 }, () => windows.take(window)));
  expect(batches).toEqual([40]);
  expect(decisions.map(({ admitted }) => admitted)).toEqual(Array.from({ length: 40 }, (_, at) => at < 30));
  expect(decisions.slice(0, 3).map(({ remaining }) => remaining)).toEqual([29, 28, 27]);
});

test('requests that arrive while decisions are delivered are counted too', async () => {
  const windows = new WindowBatches(createWindows().change);
  const takeInTurn = async (): Promise<number> => {
    let admitted = 0;
    for (let n = 0; n < 20; n++) if ((await windows.take(window)).admitted) admitted++;
    return admitted;
  };
  const admitted = await Promise.all(Array.from({ length: 3 }, takeInTurn));
  expect(admitted.reduce((sum, n) => sum + n)).toBe(30);
});

test('a request that the outer window refuses is not counted', async () => {
  const windows = new WindowBatches(createWindows().change);
  const others = Array.from({ length: 35 }, (_, at) => ({ ...window, id: `other ${at}` }));
  await Promise.all(others.map((other) => windows.take(other, network)));
  const decisions = await Promise.all(Array.from({ length: 20 }, () => windows.take(window, network)));
  expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(5);
  expect(decisions.at(-1)).toMatchObject({ admitted: false, remaining: 0, refusedBy: network.id });
  expect((await windows.take(window)).remaining).toBe(24);
});

test('a failure rejects all waiting requests, and counting continues', async () => {
  const { change } = createWindows();
  let isAway = true;
  const windows = new WindowBatches(async (...batch) => {
    if (isAway) throw new Error('away');
    return change(...batch);
  });
  const outcomes = await Promise.allSettled([windows.take(window), windows.giveBack(window, 5), windows.take(window)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  isAway = false;
  expect((await windows.take(window)).remaining).toBe(29);
});

test('the number of waiting requests is limited', async () => {
  const answered = createDeferred();
  const windows = new WindowBatches(async () => {
    await answered.promise;
    throw new Error('away');
  });
  const waiting = Array.from({ length: 20_000 }, () => windows.take(window).catch(() => 'rejected'));
  await expect(windows.take(window)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
  answered.resolve();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['rejected']));
});
