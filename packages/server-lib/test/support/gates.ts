/** Gates that code waits at until the test opens them. */
export interface Gates {
  /** Waits at a gate. */
  pass(): Promise<void>;
  /** Returns how many callers wait. */
  waiting(): number;
  /** Resolves when at least one caller waits. */
  reached(): Promise<void>;
  /** Opens the gates of the callers that wait, when there is at least one. */
  open(): Promise<void>;
  /** Opens the gates for all current and later callers. */
  stayOpen(): void;
}

export function createGates(): Gates {
  const closed: (() => void)[] = [];
  const watchers: (() => void)[] = [];
  let staysOpen = false;

  function openAll(): void {
    for (const open of closed.splice(0)) open();
  }

  async function reached(): Promise<void> {
    if (closed.length === 0) await new Promise<void>((resolve) => watchers.push(resolve));
  }

  return {
    async pass() {
      if (staysOpen) return;
      await new Promise<void>((resolve) => {
        closed.push(resolve);
        for (const notify of watchers.splice(0)) notify();
      });
    },
    waiting: () => closed.length,
    reached,
    async open() {
      await reached();
      openAll();
    },
    stayOpen() {
      staysOpen = true;
      openAll();
    },
  };
}
