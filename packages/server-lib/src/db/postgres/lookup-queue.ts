import { setImmediate } from '../../base/event-loop.js';
import { type FoundRow, keyText, type Lookup, type LookupSource, lookUpAll } from '../sets/lookup.js';
import type { Query } from '../sql/statement.js';

/** The maximum number of statements in flight. While they run, the next look-ups are collected. */
const maxRunning = 2;

interface WaitingLookup {
  readonly lookup: Lookup<unknown, unknown>;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs the look-ups of one turn of the event loop in one statement for each source. Nothing is cached: a statement is sent after
 * all of its look-ups were added, so each sees everything that was committed before.
 */
export class LookupQueue {
  #waiting: WaitingLookup[] = [];
  #isScheduled = false;
  #running = 0;

  constructor(private readonly read: (query: Query<FoundRow, FoundRow[]>) => Promise<FoundRow[]>) {}

  add<Outcome>(lookup: Lookup<unknown, Outcome>): Promise<Outcome>;
  add(lookup: Lookup<unknown, unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ lookup, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0 || this.#running >= maxRunning) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    const bySource = new Map<LookupSource, WaitingLookup[]>();
    for (const waiting of this.#waiting) {
      const { source } = waiting.lookup;
      const same = bySource.get(source);
      if (same) same.push(waiting);
      else bySource.set(source, [waiting]);
    }
    this.#waiting = [];
    for (const [source, waiting] of bySource) void this.#run(source, waiting);
  }

  async #run(source: LookupSource, waiting: readonly WaitingLookup[]): Promise<void> {
    this.#running++;
    const keys = new Map(waiting.map(({ lookup: { key } }) => [keyText(key), key]));
    try {
      const rows = await this.read(lookUpAll(source, [...keys.values()]));
      const found = new Map(rows.map((row) => [keyText(row.lookup_key), row]));
      for (const { lookup, resolve } of waiting) {
        const row = found.get(keyText(lookup.key));
        lookup.rows = row ? [row] : [];
        resolve(lookup.outcome);
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    } finally {
      this.#running--;
      this.#schedule();
    }
  }
}
