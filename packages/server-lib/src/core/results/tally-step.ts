const maxStep = 2 ** 20;

/**
 * Returns the number by which a change of the tallies raises `tally_seq`. It is random: after a restore or a failover, the number
 * may be lower again, and other changes must not lead to one that an instance has cached results of.
 */
export function newTallyStep(): number {
  return 1 + Math.floor(Math.random() * maxStep);
}
