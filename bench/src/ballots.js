/**
 * Returns the nth order of a number of options. Neighbours of n have different first preferences.
 *
 * @param {number} options
 * @param {number} n
 * @returns {string[]}
 */
export function nthBallot(options, n) {
  const left = Array.from({ length: options }, (_, at) => `o${at + 1}`);
  const ballot = [];
  // The low digits differ between neighbours and determine the first preferences.
  for (let rest = n; left.length > 0; ) {
    const at = rest % left.length;
    rest = Math.floor(rest / left.length);
    ballot.push(...left.splice(at, 1));
  }
  return ballot;
}
