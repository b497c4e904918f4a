import { createHmac } from 'node:crypto';

const wordBytes = 4;
const wordRange = 2 ** 32;

/** Returns a random integer from 0 up to, but not including, `below`. */
export type RandomInt = (below: number) => number;

/**
 * Returns a generator that gives the same numbers for the same parts. It is keyed with the secret, so that an order cannot be
 * predicted and does not reveal the original order.
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
    // Draws again above the last multiple of `below`, so that all numbers are equally likely.
    const limit = wordRange - (wordRange % below);
    for (;;) {
      const drawn = word();
      if (drawn < limit) return drawn % below;
    }
  };
}

/** Returns the items in a random order. */
export function shuffle<Item>(items: readonly Item[], random: RandomInt): Item[] {
  const remaining = [...items];
  const order: Item[] = [];
  while (remaining.length > 0) order.push(...remaining.splice(random(remaining.length), 1));
  return order;
}
