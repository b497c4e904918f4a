import { describeError, type Logger } from '../base/logger.js';
import type { Operation, Report, Write } from './operation.js';
import type { PendingWrites, PoolUse, Store } from './store.js';
import { StoreError, unavailableError } from './store-error.js';
import type { LocalWindows } from './windows/local-windows.js';
import type { SharedWindow } from './windows/shared-window.js';
import type { Counted, SharedWindows } from './windows/shared-windows.js';

/**
 * Returns a store whose callers never see a {@link StoreError}: they get an AskwellError with the code `unavailable`. The log says once
 * why the database cannot be used, and again when the reason changes or the database has worked in between.
 */
export function explainFailures(store: Store, logger: Logger): Store {
  const failures = new Failures(logger);
  return new ExplainedStore(store, failures);
}

/** The reason why the database cannot be used that was logged last. */
class Failures {
  #logged: string | undefined;

  constructor(private readonly logger: Logger) {}

  /** Returns the same outcome. A failure is explained. */
  watch<Outcome>(outcome: Promise<Outcome>): Promise<Outcome> {
    return this.#logged === undefined
      ? outcome.catch(this.#fail)
      : outcome.then((value) => this.#worked(value), this.#fail);
  }

  readonly #fail = (error: unknown): never => {
    throw this.explain(error);
  };

  /** Logs why the database cannot be used, and returns the error for the caller. */
  explain(error: unknown): unknown {
    const reason = reasonOf(error);
    if (reason === undefined) return error;
    if (this.#logged !== reason.message) {
      this.#logged = reason.message;
      this.logger.error({ ...codeOf(reason.cause), ...describeError(reason) }, 'The database cannot be used.');
    }
    return error === reason ? unavailableError(reason) : error;
  }

  #worked<Outcome>(outcome: Outcome): Outcome {
    this.#logged = undefined;
    return outcome;
  }
}

/** Returns the error that says why the database cannot be used; undefined for any other error. */
function reasonOf(error: unknown): StoreError | undefined {
  if (error instanceof StoreError) return error;
  return error instanceof Error && error.cause instanceof StoreError ? error.cause : undefined;
}

/** Returns the code of a system error, such as `EACCES` or `SQLITE_CANTOPEN`. The message of the error is left out. */
function codeOf(cause: unknown): { code?: string } {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {};
}

class ExplainedStore implements Store {
  readonly windows: SharedWindows | undefined;

  constructor(
    private readonly store: Store,
    private readonly failures: Failures,
  ) {
    this.windows = store.windows && new ExplainedWindows(store.windows, failures);
  }

  get pending(): PendingWrites {
    return this.store.pending;
  }

  /**
   * The message has the reason in production too, because the operator who starts a server has to know it. The log does
   * not repeat the reason.
   */
  async ready(): Promise<void> {
    try {
      await this.store.ready();
    } catch (error) {
      const reason = reasonOf(error);
      throw reason ? unavailableError(reason, { isReasonShown: true }) : error;
    }
  }

  run<Input, Outcome>(write: Write<Input, Outcome>, input: Input): Promise<Outcome> {
    return this.failures.watch(this.store.run(write, input));
  }

  read<Outcome>(operation: Operation<Outcome>): Promise<Outcome> {
    return this.failures.watch(this.store.read(operation));
  }

  report<Input, Outcome>(report: Report<Input, Outcome>, input: Input): Promise<Outcome> {
    return this.failures.watch(this.store.report(report, input));
  }

  pools(): readonly PoolUse[] {
    return this.store.pools?.() ?? [];
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

class ExplainedWindows implements SharedWindows {
  readonly local?: LocalWindows;
  readonly lasting?: SharedWindows;

  constructor(
    private readonly windows: SharedWindows,
    private readonly failures: Failures,
  ) {
    if (windows.local) this.local = windows.local;
    if (windows.lasting) this.lasting = new ExplainedWindows(windows.lasting, failures);
  }

  take(window: SharedWindow, outer?: SharedWindow): Promise<Counted> {
    return this.failures.watch(this.windows.take(window, outer));
  }

  giveBack(window: SharedWindow, at: number): Promise<void> {
    return this.failures.watch(this.windows.giveBack(window, at));
  }
}
