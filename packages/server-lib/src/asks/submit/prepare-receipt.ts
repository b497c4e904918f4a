/**
 * Who causes a receipt: the key of the client's address, or undefined if the host's code names no client. `none` if the answer gets
 * no receipt.
 */
export type ReceiptCause = 'none' | { readonly client: string | undefined };

/**
 * Prepares the receipt of an answer before the answer is recorded, and returns whether the answer gets one.
 *
 * @param ask The number of the ask.
 */
export type PrepareReceipt = (ask: number, cause: ReceiptCause) => Promise<boolean>;
