/** The statements that the tests of the current file have run, as PostgreSQL would get them. */
export const runTexts = new Set<string>();
