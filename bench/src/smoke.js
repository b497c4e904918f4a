/** Whether each case runs with little load, which shows that it works, not how fast Askwell is. */
export const isSmoke = process.argv.includes('--smoke');

/**
 * Returns a size or a duration of a case, or a small one in a smoke run.
 *
 * @param {number} full
 * @param {number} smoke
 */
export function sized(full, smoke) {
  return isSmoke ? smoke : full;
}
