import { expect, test } from 'vitest';
import { createAutosave } from './autosave.js';
import type { SaveReply } from './saved-reply.js';

const saved: SaveReply = {
  isSaved: true,
  copy: {
    definition: {},
    revision: 'r1',
    isChanged: false,
    issues: [],
    warnings: [],
    refusals: [],
    embedded: null,
    outdated: {},
  },
};

/** Waits until all promises that can continue have done so. */
async function allCallbacks(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await undefined;
}

test('everything is saved when a save ends, also if several wait for an earlier one', async () => {
  const ends: (() => void)[] = [];
  const send = () => new Promise<SaveReply>((resolve) => ends.push(() => resolve(saved)));
  const autosave = createAutosave({ send, onReply: async () => true, onFailure: () => expect.unreachable() });
  autosave.changed();
  const first = autosave.save();
  expect(ends.length).toBe(1);
  autosave.changed();
  let waiting = 2;
  const later = [autosave.save(), autosave.save()].map((save) => save.finally(() => waiting--));
  ends[0]?.();
  expect(await first).toBe(true);
  await allCallbacks();
  expect(ends.length).toBe(2);
  expect([waiting, autosave.isDirty()]).toEqual([2, true]);
  ends[1]?.();
  expect(await Promise.all(later)).toEqual([true, true]);
  expect([ends.length, autosave.isDirty()]).toEqual([2, false]);
});
