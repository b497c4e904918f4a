/** A number of identical ballots: option IDs in order of preference. */
export interface Ballot {
  readonly order: readonly string[];
  readonly n: number;
}

export interface Round {
  readonly votes: Record<string, number>;
  readonly eliminated: string | null;
  /** The number of ballots without a remaining option. */
  readonly exhausted: number;
}

export interface RunoffResult {
  readonly winners: string[];
  readonly rounds: Round[];
}

/**
 * Computes an instant-runoff election. An option wins as soon as it has more than half of the continuing votes.
 * Otherwise the option with the fewest votes is eliminated. A tie is broken by the earlier rounds, the latest first,
 * then by eliminating the option that comes last in `options`. If all remaining options are tied, all of them win.
 */
export function instantRunoff(options: readonly string[], ballots: readonly Ballot[]): RunoffResult {
  const rounds: Round[] = [];
  const piles = new Piles(options, ballots);
  for (;;) {
    const { remaining, exhausted, continuing } = piles;
    if (continuing === 0) return { winners: [], rounds };
    const votes = piles.votes();
    const most = Math.max(...votes.values());
    const fewest = Math.min(...votes.values());
    const decided = most * 2 > continuing || most === fewest;
    const eliminated = decided ? null : selectEliminated(remaining, votes, fewest, rounds);
    rounds.push({ votes: Object.fromEntries(votes), eliminated, exhausted });
    if (eliminated === null) return { winners: remaining.filter((id) => votes.get(id) === most), rounds };
    piles.eliminate(eliminated);
  }
}

/** A ballot that counts for its preference at index `at`. */
interface PlacedBallot extends Ballot {
  at: number;
}

interface Pile {
  readonly ballots: PlacedBallot[];
  votes: number;
}

/** The ballots grouped by their current preference. Eliminating an option only moves the ballots of that option. */
class Piles {
  readonly #piles: Map<string, Pile>;
  exhausted = 0;
  continuing = 0;

  constructor(options: readonly string[], ballots: readonly Ballot[]) {
    this.#piles = new Map(options.map((id) => [id, { ballots: [], votes: 0 }]));
    for (const { order, n } of ballots) this.#place({ order, n, at: 0 });
  }

  /** The remaining option IDs, in the order of the options. */
  get remaining(): string[] {
    return [...this.#piles.keys()];
  }

  votes(): Map<string, number> {
    return new Map([...this.#piles].map(([id, { votes }]) => [id, votes]));
  }

  eliminate(id: string): void {
    const pile = this.#piles.get(id);
    this.#piles.delete(id);
    if (!pile) return;
    this.continuing -= pile.votes;
    for (const ballot of pile.ballots) this.#place(ballot);
  }

  /** Adds a ballot to the pile of its next remaining preference. */
  #place(ballot: PlacedBallot): void {
    const { order, n } = ballot;
    for (; ballot.at < order.length; ballot.at++) {
      const pile = this.#piles.get(order[ballot.at] ?? '');
      if (!pile) continue;
      pile.ballots.push(ballot);
      pile.votes += n;
      this.continuing += n;
      return;
    }
    this.exhausted += n;
  }
}

function selectEliminated(
  remaining: readonly string[],
  votes: ReadonlyMap<string, number>,
  fewest: number,
  rounds: readonly Round[],
): string | null {
  let tied = remaining.filter((id) => votes.get(id) === fewest);
  for (const round of [...rounds].reverse()) {
    const least = Math.min(...tied.map((id) => round.votes[id] ?? 0));
    tied = tied.filter((id) => (round.votes[id] ?? 0) === least);
  }
  return tied.at(-1) ?? null;
}

/**
 * Computes Borda counts. With n options, the first option of a ballot gets n − 1 points, the second n − 2, and so on.
 * Unranked options get none.
 */
export function bordaPoints(options: readonly string[], ballots: readonly Ballot[]): Record<string, number> {
  const points = new Map(options.map((id) => [id, 0]));
  for (const { order, n } of ballots) {
    order.forEach((id, at) => {
      points.set(id, (points.get(id) ?? 0) + n * (options.length - (at + 1)));
    });
  }
  return Object.fromEntries(points);
}
