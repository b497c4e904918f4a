/**
 * Prepares the receipt of an answer before the answer is recorded.
 *
 * @param ask The number of the ask.
 * @param answer The ID that the answer will have, without its prefix.
 * @param client Returns the key of the client's address. Throws if the host's code did not name one.
 */
export type PrepareReceipt = (ask: number, answer: string, client: () => string) => Promise<void>;
