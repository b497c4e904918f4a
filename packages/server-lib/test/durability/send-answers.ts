import { expect } from 'vitest';
import type { KindUnderTest } from '../support/asks/kinds-under-test.js';
import type { Reply } from '../support/http/http-client.js';

/** Sends the nth request, counted from 0. */
export type Send = (nth: number) => Promise<Reply>;

/** Sends requests at the same time. */
export function sendAll(count: number, send: Send): Promise<Reply[]> {
  return Promise.all(Array.from({ length: count }, (_, nth) => send(nth)));
}

/** An ask, and how an answer is sent to it. */
export interface Target {
  readonly kind: KindUnderTest;
  readonly ask: string;
  readonly send: Send;
}

/** Sends a number of answers to each of several asks, one of each in turn. Returns the replies by ask. */
export async function sendToEach(
  targets: readonly Target[],
  count: number,
  sendMany: (count: number, send: Send) => Promise<Reply[]>,
): Promise<Map<Target, Reply[]>> {
  const replies = new Map(targets.map((target): [Target, Reply[]] => [target, []]));
  const turns = Array.from({ length: count }, () => [...replies]).flat();
  await sendMany(turns.length, async (nth) => {
    const [target, received] = turns[nth] ?? expect.unreachable();
    const reply = await target.send(nth);
    received.push(reply);
    return reply;
  });
  return replies;
}
