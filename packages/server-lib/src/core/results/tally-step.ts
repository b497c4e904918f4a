const maxStep = 2 ** 20;

/**
 * Returns the number by which a change of the tallies raises `tally_seq`. It is random: a restore or a failover can lower
 * `tally_seq`, and later changes must not reach a number for which an instance has cached results.
 */
export function newTallyStep(): number {
  return 1 + Math.floor(Math.random() * maxStep);
}
