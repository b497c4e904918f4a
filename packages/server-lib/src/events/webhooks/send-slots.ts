import { maxInFlight, maxInFlightPerAccount } from './limits.js';

interface Waiter {
  readonly account: number;
  readonly start: () => void;
}

/** Limits how many messages are sent at the same time. */
export function createSendSlots(total = maxInFlight, perAccount = maxInFlightPerAccount) {
  const used = new Map<number, number>();
  const waiting: Waiter[] = [];
  let inUse = 0;

  const usedBy = (account: number) => used.get(account) ?? 0;
  const isFree = (account: number) => inUse < total && usedBy(account) < perAccount;

  function take(account: number): void {
    inUse++;
    used.set(account, usedBy(account) + 1);
  }

  function release(account: number): void {
    inUse--;
    const left = usedBy(account) - 1;
    if (left === 0) used.delete(account);
    else used.set(account, left);
    const next = nextWaiting();
    if (next !== undefined) for (const waiter of waiting.splice(waiting.indexOf(next), 1)) waiter.start();
  }

  /** Returns the first waiter of the account that uses the fewest slots. */
  function nextWaiting(): Waiter | undefined {
    let next: Waiter | undefined;
    for (const waiter of waiting) {
      const isNext = next === undefined || usedBy(waiter.account) < usedBy(next.account);
      if (isNext && isFree(waiter.account)) next = waiter;
    }
    return next;
  }

  return {
    /** Runs work when there is a slot for its account. Accounts take turns: the one that uses the fewest slots comes first. */
    async run<Result>(account: number, work: () => Promise<Result>): Promise<Result> {
      if (isFree(account)) take(account);
      else await new Promise<void>((resolve) => waiting.push({ account, start: () => resolve(take(account)) }));
      try {
        return await work();
      } finally {
        release(account);
      }
    },
  };
}
