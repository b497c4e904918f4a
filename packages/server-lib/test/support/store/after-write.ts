import { vi } from 'vitest';
import type { Store } from '../../../src/db/store.js';

/** Resolves when the next write with the same name as the given write is done. */
export function afterWrite(store: Store, { name }: { readonly name: string }): Promise<void> {
  const { run } = store;
  return new Promise((resolve) => {
    const spy = vi.spyOn(store, 'run').mockImplementation(async (write, input) => {
      const output = await run.call(store, write, input);
      if (write.name === name) {
        spy.mockRestore();
        resolve();
      }
      return output;
    });
  });
}
