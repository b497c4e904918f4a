/** The maximum number of receipts of one ask per hour. */
export const maxReceiptsPerAsk = 1_000;

/** The maximum number of asks that one email lists. */
export const maxAsksPerEmail = 20;
