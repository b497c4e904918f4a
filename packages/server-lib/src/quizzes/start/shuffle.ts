import { createHmac } from 'node:crypto';

const wordBytes = 4;
const wordRange = 2 ** 32;

/** Gives whole numbers from 0 up to, not including, a bound. */
export type RandomInt = (below: number) => number;

/**
 * Dice that fall the same way for the same parts, and that nobody without the secret can foresee or work back: an order
 * they made tells nothing of the one before it.
 */
export function seededRandom(secret: Buffer, parts: readonly string[]): RandomInt {
  const seed = createHmac('sha256', secret)
    .update(JSON.stringify(['dice', ...parts]))
    .digest();
  let block = Buffer.alloc(0);
  let blocks = 0;
  let at = 0;

  function word(): number {
    if (at === block.length) {
      block = createHmac('sha256', seed).update(String(blocks++)).digest();
      at = 0;
    }
    at += wordBytes;
    return block.readUInt32LE(at - wordBytes);
  }

  return (below) => {
    // Words past the last whole multiple are drawn again, or the first numbers would come more often.
    const limit = wordRange - (wordRange % below);
    for (;;) {
      const drawn = word();
      if (drawn < limit) return drawn % below;
    }
  };
}

/** The same items in an order that the dice make, each as likely as any other. */
export function shuffle<Item>(items: readonly Item[], dice: RandomInt): Item[] {
  const left = [...items];
  const order: Item[] = [];
  while (left.length > 0) order.push(...left.splice(dice(left.length), 1));
  return order;
}
