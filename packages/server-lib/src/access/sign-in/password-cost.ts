/** The cost of a password hash: OWASP's choice for 32 MiB. Each hash stores its own, so that it can be raised later. */
export const passwordCost = { logN: 15, r: 8, p: 3 };
