/** The size above which a body makes a request heavy, in bytes: it is parsed, compared and written. */
export const heavyBodySize = 16 * 1024;

/** The number of requests that are kept for each account. */
export const maxLoggedRequests = 100;

/**
 * The number of accounts whose requests are kept. With more accounts, the requests of the least recently active account are
 * removed.
 */
export const maxLoggedAccounts = 500;

/** The maximum number of characters of a path in the log of requests. */
export const maxLoggedPathLength = 200;
