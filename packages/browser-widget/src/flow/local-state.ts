/** An answer that was sent and not acknowledged yet. */
export interface Pending {
  readonly key: string;
  readonly body: string;
}

/** An answer, or a part of one. */
type Part = string | number | boolean | Readonly<Record<string, string | number | null>>;

/** Answers by the ids of what was asked. */
export type Answers = Readonly<Record<string, Part | readonly Part[] | null>>;

/** What the browser knows of one ask. */
export interface Memory {
  /** Tells this visitor's answers to this ask from others', and nothing more. Made with the first answer. */
  readonly voter?: string | undefined;
  /** The answer that was given. */
  readonly answer?: string | undefined;
  /** What it said, field by field, where it may be changed. */
  readonly last?: Answers | undefined;
  readonly pending?: Pending | undefined;
}

/** Serves where there is no storage: in private windows, in sandboxes, where it is full or forbidden. */
const fallback = new Map<string, Memory>();
const nameOf = (place: string) => `askwell:${place}`;

/** A token nobody can guess. Pages that came over plain HTTP have no randomUUID. */
export function newToken(): string {
  return crypto.getRandomValues(new Uint32Array(5)).join('-');
}

/** What is known at a place: of an ask, and of a visitor where the page says who that is. */
export function recall(place: string): Memory {
  try {
    const known: Memory | null = JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null');
    if (known) return known;
  } catch {
    // No storage, or somebody else wrote there.
  }
  return fallback.get(place) ?? {};
}

/** Changes what is known at a place. */
export function remember(place: string, change: Memory): void {
  const memory = { ...recall(place), ...change };
  fallback.set(place, memory);
  try {
    localStorage.setItem(nameOf(place), JSON.stringify(memory));
  } catch {
    // The page remembers as long as it lives.
  }
}

const underway = new Set<string>();

/** The answer of an earlier visit that nobody knows the fate of, to be sent again; the page's first to ask gets it. */
export function claimPending(place: string): Pending | undefined {
  const { pending } = recall(place);
  if (!pending || underway.has(pending.key)) return undefined;
  underway.add(pending.key);
  return pending;
}

/** The visitor's token at a place, made where there is none. */
export function voterAt(place: string, known: string | null): string {
  const { voter = known || newToken() } = recall(place);
  remember(place, { voter });
  return voter;
}

/** Puts an answer where it outlasts the page, until the server has said what became of it. */
export function keepAnswer(place: string, answer: object, known: string | null): Pending {
  const voter = voterAt(place, known);
  const { pending } = recall(place);
  const body = JSON.stringify({ ...answer, voter });
  const kept = pending?.body === body ? pending : { key: newToken(), body };
  underway.add(kept.key);
  remember(place, { pending: kept });
  return kept;
}
