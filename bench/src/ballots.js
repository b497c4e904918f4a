/** Ballots of ranked polls. */

/**
 * The nth way to put so many options in order: another one for each n, scattered over all of them.
 *
 * @param {number} options
 * @param {number} n
 * @returns {string[]}
 */
export function nthBallot(options, n) {
  const left = Array.from({ length: options }, (_, at) => `o${at + 1}`);
  const ballot = [];
  // The low digits differ between neighbours; giving them to the first preferences scatters those.
  for (let rest = n; left.length > 0; ) {
    const at = rest % left.length;
    rest = Math.floor(rest / left.length);
    ballot.push(...left.splice(at, 1));
  }
  return ballot;
}
