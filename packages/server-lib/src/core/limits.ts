import type { Policy } from '../db/windows/sliding-window.js';

/** The maximum size of the body with a batch, in bytes: 2 KiB an answer. */
export const batchBodyLimit = 2 * 1024 * 1024;

/** The maximum size of the body with a file from a translator, in bytes. It also has the texts of the first language. */
export const translationBodyLimit = 2 * 1024 * 1024;

/** The number of batches of one account that can wait. Their bodies are in memory. */
export const maxWaitingBatches = 10;

/** The number of faults in a batch beyond the first one of each answer, so that a response is not much larger than its request. */
export const maxBatchFaults = 1_000;

/** The maximum number of answers that filtered results read, newest first. */
export const maxFilteredAnswers = 500_000;

/** The number of computations that can wait, for each report and kind that reads answers. */
export const maxWaitingComputations = 20;

/** The maximum age of results for visitors and the dashboard, as a multiple of the time it takes to compute them. */
export const maxAgeFactor = 10;

/** The maximum size of a view in bytes of JSON, including results. */
export const maxViewSize = 1_000_000;

/** The largest draft of a working copy, in characters of JSON. */
export const maxDraftLength = 256 * 1024;

/** The number of different counts of visits that an instance collects until it writes them. */
export const maxFunnelCounts = 50_000;

/** The maximum number of asks for which the process remembers the websites that embed them. */
export const maxSeenAsks = 2_000;

/** The maximum number of these websites for one ask. */
export const maxSeenOrigins = 10;

/** The limit of reports of visits from one address: apart from the limit of answers, so that reports never cost a visitor an answer. */
export const progressPolicy: Policy = { limit: 120, seconds: 60 };
