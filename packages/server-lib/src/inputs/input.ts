import { type FieldErrors, mostTold } from '../errors.js';

/** What one answer adds to its ask's tallies: so much to a bucket, or a text that somebody wrote in. */
export type Contribution =
  | { readonly bucket: string; readonly n: number }
  | { readonly writeIn: string; readonly input: string };

/** How often a bucket was counted. */
export type Count = (bucket: string) => number;

/** Gathers what is wrong with an answer or a definition, by dotted path; of very many paths the first. */
export class Faults {
  readonly #found = new Map<string, string[]>();

  add(path: string, message: string): void {
    const messages = this.#found.get(path);
    if (messages) messages.push(message);
    else if (this.#found.size < mostTold) this.#found.set(path, [message]);
  }

  /** Adds what others were found. */
  include(others: Faults): void {
    for (const [path, messages] of others.#found) for (const message of messages) this.add(path, message);
  }

  get any(): boolean {
    return this.#found.size > 0;
  }

  toErrors(): FieldErrors {
    return Object.fromEntries(this.#found);
  }
}
