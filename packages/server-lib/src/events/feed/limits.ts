/** The number of matching changes that one page reads. */
export const maxMatchesPerPage = 2_000;

/** The number of positions of the log that one page covers. */
export const maxPositionsPerPage = 100_000;

/** The number of asks that one page of a snapshot covers. */
export const maxAsksPerPage = 1_000;

/** The number of events on a page. */
export const defaultEvents = 100;
