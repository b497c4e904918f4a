import { AskwellError } from '../../base/errors.js';
import type { Release } from './account-queue.js';

/** The number of seconds after which a request that was refused may try again. */
const retryAfter = 30;

/** Counts the exports of each account that are open: one that its client does not read holds memory, but no lock. */
export class OpenExports {
  readonly #counts = new Map<number, number>();

  constructor(private readonly max: number) {}

  /**
   * Adds an export of an account. Returns the function that removes it.
   *
   * @throws AskwellError with the code `rate_limited` if the account has too many.
   */
  add(account: number): Release {
    const count = this.#counts.get(account) ?? 0;
    if (count >= this.max) throw tooManyError(this.max);
    this.#counts.set(account, count + 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#remove(account);
      isOpen = false;
    };
  }

  #remove(account: number): void {
    const left = (this.#counts.get(account) ?? 1) - 1;
    if (left > 0) this.#counts.set(account, left);
    else this.#counts.delete(account);
  }
}

function tooManyError(max: number): AskwellError {
  const message = `The clients of ${max} exports of this account have stopped reading. Read or close one of them.`;
  return new AskwellError('rate_limited', message, { retryAfter });
}
