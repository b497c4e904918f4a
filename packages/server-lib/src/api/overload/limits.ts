/** The number of heavy requests of one account that can wait. */
export const maxWaitingRequests = 100;

/** How long a client can stop reading an export while other exports of its account wait, in milliseconds. */
export const exportStallLimit = 10_000;

/** The number of exports of one account whose responses are being read, with those whose clients stopped reading. */
export const maxOpenExports = 5;
