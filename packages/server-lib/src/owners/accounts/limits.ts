import type { Micros } from '../../base/clock.js';
import type { Policy } from '../../db/windows/sliding-window.js';

const day: Micros = 24 * 3600 * 1_000_000;

/** The maximum number of registrations of a client, successful or not. */
export const registrationsPerClient: Policy = { limit: 100, seconds: 3_600 };

/**
 * The maximum number of registered emails that a client can discover by trying to register them, or to change an email
 * to them.
 */
export const takenEmailsPerClient: Policy = { limit: 10, seconds: 15 * 60 };

/** The maximum number of links to reset a password, for each client and for each address. */
export const resetsPerClient: Policy = { limit: 10, seconds: 3_600 };
export const resetsPerAddress: Policy = { limit: 5, seconds: 3_600 };

/** The maximum number of links to verify an email, for each client and for each address. */
export const verificationsPerClient: Policy = { limit: 20, seconds: 3_600 };
export const verificationsPerAddress: Policy = { limit: 5, seconds: 3_600 };

/** A session expires after this time without use. */
export const sessionIdleTimeout = 14 * day;

/** A session expires this long after the sign-in, even if it is used. */
export const maxSessionAge = 90 * day;

/** How long a link to set a new password works. */
export const resetLifetime: Micros = 3600 * 1_000_000;

/** How long a link that verifies an email works, from when its email was stored. */
export const verificationLifetime: Micros = 2 * day;

/** The maximum number of unused links of an account to its dashboard. A further one deletes the oldest. */
export const maxSignInLinks = 20;
