import type { Policy } from '../../db/windows/sliding-window.js';

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
