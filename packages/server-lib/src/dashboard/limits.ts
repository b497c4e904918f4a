/** The number of rows of a page of a list. */
export const pageSize = 25;

/** The maximum number of selected answers. A page has fewer. */
export const maxSelected = 100;

/** The maximum length of a label that several selects repeat. */
export const maxRepeatedLabel = 80;

/** What one request reads at most to count or change the answers that match filters. */
export const scanLimits = { scanned: 20_000, characters: 16_000_000 };
