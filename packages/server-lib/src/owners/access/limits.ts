/**
 * The maximum numbers of passwords that are hashed at the same time and that wait. Each hash needs 32 MiB and a thread
 * of the libuv pool.
 */
export const passwordSlots = { running: 2, waiting: { total: 64, perClient: 16 } };

/** The period in which sign-ins and wrong passwords are counted, in seconds. */
export const signInWindow = 15 * 60;

/** The maximum number of sign-ins of a client, with correct or wrong passwords. */
export const signInsPerClient = 300;

/** The maximum numbers of wrong passwords. */
export const wrongPasswords = {
  perBrowser: 10,
  perSession: 10,
  perAccountAndClient: 10,
  perClient: 50,
  perAccount: 100,
};

/** The maximum number of accounts in the cookie of a browser. The one that signed in last comes first. */
export const maxKnownAccounts = 5;

/** How long a browser is known to an account, in seconds. */
export const knownBrowserSeconds = 365 * 24 * 3600;

/** The maximum number of sessions of an account. A further one ends the least recently used session. */
export const maxSessions = 50;
