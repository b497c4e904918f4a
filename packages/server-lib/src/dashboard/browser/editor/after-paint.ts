/** Milliseconds after which work no longer waits for a paint. Windows in the background are not painted. */
const maxWait = 100;

/** Work that follows the next paint, so that what is typed is visible first. */
export interface AfterPaint {
  /** Runs the work once after the next paint. */
  readonly later: () => void;
  /** Runs the work at once, if it waits. */
  readonly now: () => void;
}

/** Creates work that follows a paint. */
export function createAfterPaint(work: () => void): AfterPaint {
  let isWaiting = false;
  let frame = 0;
  let timer = 0;
  function now(): void {
    if (!isWaiting) return;
    isWaiting = false;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    work();
  }
  return {
    later() {
      if (isWaiting) return;
      isWaiting = true;
      timer = setTimeout(now, maxWait);
      frame = requestAnimationFrame(() => {
        clearTimeout(timer);
        timer = setTimeout(now);
      });
    },
    now,
  };
}
