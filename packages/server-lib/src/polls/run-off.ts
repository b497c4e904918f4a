/** Ballots that are alike: options in order of preference, and how many people voted so. */
export interface Ballot {
  readonly order: readonly string[];
  readonly n: number;
}

export interface Round {
  readonly votes: Record<string, number>;
  readonly eliminated: string | null;
  /** Ballots none of whose options is left. */
  readonly exhausted: number;
}

export interface RunOff {
  readonly winners: string[];
  readonly rounds: Round[];
}

/**
 * Instant run-off. An option that more than half of the continuing ballots prefer wins; else the one with the fewest
 * goes. A tie for the fewest is settled by the earlier rounds, the latest first, then against the last in `options`.
 * When all that remain are tied, all of them win.
 */
export function runOff(options: readonly string[], ballots: readonly Ballot[]): RunOff {
  const rounds: Round[] = [];
  let remaining = [...options];
  for (;;) {
    const { votes, exhausted, continuing } = countFirst(remaining, ballots);
    if (continuing === 0) return { winners: [], rounds };
    const most = Math.max(...remaining.map((id) => votes.get(id) ?? 0));
    const fewest = Math.min(...remaining.map((id) => votes.get(id) ?? 0));
    const decided = most * 2 > continuing || most === fewest;
    const eliminated = decided ? null : loser(remaining, votes, fewest, rounds);
    rounds.push({ votes: Object.fromEntries(votes), eliminated, exhausted });
    if (decided) return { winners: remaining.filter((id) => votes.get(id) === most), rounds };
    remaining = remaining.filter((id) => id !== eliminated);
  }
}

function countFirst(remaining: readonly string[], ballots: readonly Ballot[]) {
  const votes = new Map(remaining.map((id) => [id, 0]));
  let exhausted = 0;
  let continuing = 0;
  for (const { order, n } of ballots) {
    const first = order.find((id) => votes.has(id));
    if (first === undefined) exhausted += n;
    else {
      votes.set(first, (votes.get(first) ?? 0) + n);
      continuing += n;
    }
  }
  return { votes, exhausted, continuing };
}

function loser(
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

/** Borda counts: with n options, the first on a ballot gets n − 1, the next n − 2 …; what is unranked gets nothing. */
export function borda(options: readonly string[], ballots: readonly Ballot[]): Record<string, number> {
  const points = new Map(options.map((id) => [id, 0]));
  for (const { order, n } of ballots) {
    order.forEach((id, at) => {
      points.set(id, (points.get(id) ?? 0) + n * (options.length - (at + 1)));
    });
  }
  return Object.fromEntries(points);
}
