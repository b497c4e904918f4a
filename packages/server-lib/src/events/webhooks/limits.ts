/** The maximum number of messages that a process sends at the same time. */
export const maxInFlight = 100;

/** The maximum number of messages of one account, so that slow URLs of one owner do not delay the events of other owners. */
export const maxInFlightPerAccount = 8;

/** The number of events of a webhook that wait among the deliveries at the same time. Further ones stay in the log of changes. */
export const maxPendingEvents = 5_000;

/** The number of bytes of a response that are read. The connection is closed after them. */
export const maxResponseBytes = 4 * 1024;

/** The number of sent events that each webhook keeps. */
export const maxLoggedDeliveries = 500;

/** The number of replays and tests of a webhook that can wait at the same time. */
export const maxWaitingDeliveries = 100;

/** How long one webhook is served before other webhooks get a turn, in milliseconds. */
export const maxSessionTime = 15_000;

/** The number of webhooks that one process serves at the same time. */
export const maxWebhookSessions = 100;
