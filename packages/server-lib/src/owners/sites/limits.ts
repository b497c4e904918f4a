/** The maximum number of sites of an account. */
export const maxSites = 1_000;
