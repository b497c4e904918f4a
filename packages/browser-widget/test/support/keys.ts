import type { Locator, Page } from 'playwright-core';

/** Actions of a visitor who uses only a keyboard. */
export interface Keys {
  /** Presses Tab until an element has the focus. */
  readonly to: (target: Locator) => Promise<void>;
  /** Replaces the text of an input. */
  readonly write: (target: Locator, text: string) => Promise<void>;
  /** Focuses an element and presses a key. */
  readonly press: (target: Locator, key: string) => Promise<void>;
  /** Chooses a radio button by the arrow keys. */
  readonly choose: (group: Locator, name: string | RegExp) => Promise<void>;
}

/** More key presses than any page needs. */
const patience = 80;

const hasFocus = (target: Locator) => target.evaluate((element) => element.matches(':focus'));

export function keysOf({ keyboard }: Page): Keys {
  /** Presses a key until a condition is true. */
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
