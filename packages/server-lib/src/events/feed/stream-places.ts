/** The maximum number of streams at the same time, for one account and for all accounts together. */
export interface StreamLimits {
  readonly perAccount: number;
  readonly total: number;
}

interface Place {
  /** Ends the stream that uses the place. */
  readonly close: () => void;
}

/**
 * The places of streams, which accounts share. While all places are taken, an account takes one from the account that has the most,
 * unless it would then have as many itself. The client of the ended stream reconnects with its last cursor.
 */
export class StreamPlaces {
  /** The places of each account, oldest first. */
  readonly #places = new Map<number, Place[]>();
  #taken = 0;

  constructor(private readonly limits: StreamLimits) {}

  /**
   * Takes a place for a stream. Returns a function that releases the place, or undefined if the account gets no place.
   *
   * @param close Ends the stream when another account takes its place.
   */
  take(account: number, close: () => void): (() => void) | undefined {
    const own = this.#places.get(account)?.length ?? 0;
    if (own >= this.limits.perAccount) return undefined;
    if (this.#taken >= this.limits.total && !this.#makeRoom(own)) return undefined;
    const place: Place = { close };
    this.#places.set(account, [...(this.#places.get(account) ?? []), place]);
    this.#taken++;
    return () => this.#release(account, place);
  }

  #makeRoom(own: number): boolean {
    let [account, most]: [number, readonly Place[]] = [0, []];
    for (const [other, places] of this.#places) if (places.length > most.length) [account, most] = [other, places];
    const last = most.at(-1);
    if (!last || most.length <= own + 1) return false;
    this.#release(account, last);
    last.close();
    return true;
  }

  /** Does nothing if the place was released before. */
  #release(account: number, place: Place): void {
    const places = this.#places.get(account);
    if (!places?.includes(place)) return;
    if (places.length > 1) {
      this.#places.set(
        account,
        places.filter((one) => one !== place),
      );
    } else this.#places.delete(account);
    this.#taken--;
  }
}
