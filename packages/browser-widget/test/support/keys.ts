import type { Locator, Page } from 'playwright-core';

/** A visitor with a keyboard and nothing else. */
export interface Keys {
  /** Goes on by Tab until something has the focus. */
  readonly to: (target: Locator) => Promise<void>;
  /** Goes there and writes, in place of what stands there. */
  readonly write: (target: Locator, text: string) => Promise<void>;
  /** Goes there and presses. */
  readonly press: (target: Locator, key: string) => Promise<void>;
  /** Goes to a group of radio buttons, and by arrows to one of them. */
  readonly choose: (group: Locator, name: string | RegExp) => Promise<void>;
}

/** More than there is to go through anywhere. */
const patience = 80;

const hasFocus = (target: Locator) => target.evaluate((element) => element.matches(':focus'));

export function keysOf({ keyboard }: Page): Keys {
  /** Presses a key until something holds. */
  async function until(key: string, holds: () => Promise<boolean>, what: unknown): Promise<void> {
    for (let presses = 0; presses < patience; presses++) {
      if (await holds()) return;
      await keyboard.press(key);
    }
    throw new Error(`${patience} times ${key} do not lead to ${what}.`);
  }

  async function to(target: Locator): Promise<void> {
    await target.waitFor();
    await until('Tab', () => hasFocus(target), target);
  }

  async function press(target: Locator, key: string): Promise<void> {
    await to(target);
    await keyboard.press(key);
  }

  return {
    to,
    press,
    async write(target, text) {
      await press(target, 'Control+A');
      await keyboard.type(text);
    },
    async choose(group, name) {
      await group.waitFor();
      await until('Tab', async () => (await group.locator('input:focus').count()) > 0, group);
      await keyboard.press('Space');
      const wanted = group.getByRole('radio', { name });
      await until('ArrowDown', () => wanted.isChecked(), wanted);
    },
  };
}
