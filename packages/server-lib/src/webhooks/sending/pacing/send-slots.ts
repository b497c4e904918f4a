/** The maximum number of messages that a process sends at the same time. */
const maxInFlight = 100;

/** The maximum number for one account, so that slow URLs of one owner do not delay the events of others. */
const maxInFlightPerAccount = 8;

/** Limits how many messages are sent at the same time. */
export type SendSlots = ReturnType<typeof createSendSlots>;

export function createSendSlots(total = maxInFlight, perAccount = maxInFlightPerAccount) {
  const used = new Map<number, number>();
  const waiting: { readonly account: number; readonly start: () => void }[] = [];
  let inUse = 0;

  const isFree = (account: number) => inUse < total && (used.get(account) ?? 0) < perAccount;

  function take(account: number): void {
    inUse++;
    used.set(account, (used.get(account) ?? 0) + 1);
  }

  function release(account: number): void {
    inUse--;
    const left = (used.get(account) ?? 1) - 1;
    if (left === 0) used.delete(account);
    else used.set(account, left);
    const next = waiting.findIndex((waiter) => isFree(waiter.account));
    if (next !== -1) for (const waiter of waiting.splice(next, 1)) waiter.start();
  }

  return {
    /** Runs work when there is a slot for its account. Those that wait get one in the order in which they came. */
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
