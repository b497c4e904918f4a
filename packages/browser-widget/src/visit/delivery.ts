import { type Problem, send } from '../api.js';
import { newToken, type Pending, recall, remember } from '../memory.js';

/** Where an answer goes, and whom to tell of it. */
export interface Delivery<Receipt> {
  readonly id: string;
  readonly url: string;
  readonly signal: AbortSignal;
  readonly sending: () => void;
  readonly done: (receipt: Receipt) => void;
  /** Nobody knows whether it arrived: it is kept, and sent again by itself or at once. */
  readonly waiting: (problem: Problem, again: () => void) => void;
  readonly refused: (problem: Problem) => void;
}

/** The longest pause between two tries, in seconds. */
const longest = 60;

/** Puts an answer where it outlasts the page, until the server has said what became of it. */
export function keepAnswer(id: string, answer: object): Pending {
  const { voter = newToken(), pending } = recall(id);
  const body = JSON.stringify({ ...answer, voter });
  const kept = pending?.body === body ? pending : { key: newToken(), body };
  remember(id, { voter, pending: kept });
  return kept;
}

/** Sends a kept answer until the server has said what became of it. */
export async function deliver<Receipt>(delivery: Delivery<Receipt>, pending: Pending, tries = 0): Promise<void> {
  const { id, url, signal, sending, done, waiting, refused } = delivery;
  sending();
  const { data, problem } = await send<Receipt>(url, pending.body, pending.key);
  if (problem && /^(offline|internal|unavailable)$/.test(problem.code)) {
    if (signal.aborted) return;
    const again = () => {
      clearTimeout(timer);
      removeEventListener('online', again);
      if (!signal.aborted) deliver(delivery, pending, tries + 1);
    };
    const timer = setTimeout(again, Math.max(problem.wait, Math.min(2 ** tries, longest)) * 1_000);
    addEventListener('online', again);
    signal.addEventListener('abort', again);
    return waiting(problem, again);
  }
  remember(id, { pending: undefined });
  if (problem) refused(problem);
  else done(data);
}
