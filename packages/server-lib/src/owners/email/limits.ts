import type { Micros } from '../../base/clock.js';

/** The number of emails that are sent at the same time. */
export const maxEmailsInFlight = 4;

/** The time that a server, or a function of the host, may take for one email, in milliseconds. Shorter than a claim lasts. */
export const deliveryTimeout = 45_000;

/** How long an email that cannot be sent is kept. */
export const maxEmailAge: Micros = 24 * 3600 * 1_000_000;
