/** The number of heavy requests of one account that can wait. */
export const maxWaitingRequests = 100;

/** How long a client can stop reading an export while other exports of its account wait, in milliseconds. */
export const exportStallLimit = 10_000;

/** The number of exports of one account whose responses are being read, with those whose clients stopped reading. */
export const maxOpenExports = 5;

/** The size above which a body makes a request heavy, in bytes: it is parsed, compared and written. */
export const heavyBodySize = 16 * 1024;

/** The number of requests that are kept for each account. */
export const maxLoggedRequests = 100;

/** The number of accounts whose requests are kept. Beyond it, those of the least recently active account are forgotten. */
export const maxLoggedAccounts = 500;

/** The maximum number of characters of a path in the log of requests. */
export const maxLoggedPathLength = 200;
