/** An answer that was sent and not acknowledged yet. */
export interface Pending {
  readonly key: string;
  readonly body: string;
}

/** What the browser knows of one ask. */
export interface Memory {
  /** Tells this visitor's answers to this ask from others', and nothing more. Made with the first answer. */
  readonly voter?: string | undefined;
  /** The answer that was given. */
  readonly answer?: string | undefined;
  readonly pending?: Pending | undefined;
}

/** Serves where there is no storage: in private windows, in sandboxes, where it is full or forbidden. */
const fallback = new Map<string, Memory>();
const nameOf = (id: string) => `askwell:${id}`;

/** A token nobody can guess. Pages that came over plain HTTP have no randomUUID. */
export function newToken(): string {
  return crypto.getRandomValues(new Uint32Array(5)).join('-');
}

/** What is known of an ask. */
export function recall(id: string): Memory {
  try {
    const known: Memory | null = JSON.parse(localStorage.getItem(nameOf(id)) ?? 'null');
    if (known) return known;
  } catch {
    // No storage, or somebody else wrote there.
  }
  return fallback.get(id) ?? {};
}

/** Changes what is known of an ask. */
export function remember(id: string, change: Memory): void {
  const memory = { ...recall(id), ...change };
  fallback.set(id, memory);
  try {
    localStorage.setItem(nameOf(id), JSON.stringify(memory));
  } catch {
    // The page remembers as long as it lives.
  }
}

const underway = new Set<string>();

/** The answer of an earlier visit that nobody knows the fate of, to be sent again; the page's first to ask gets it. */
export function claimPending(id: string): Pending | undefined {
  const { pending } = recall(id);
  if (!pending || underway.has(pending.key)) return undefined;
  underway.add(pending.key);
  return pending;
}

/** Puts an answer where it outlasts the page, until the server has said what became of it. */
export function keepAnswer(id: string, answer: object): Pending {
  const { voter = newToken(), pending } = recall(id);
  const body = JSON.stringify({ ...answer, voter });
  const kept = pending?.body === body ? pending : { key: newToken(), body };
  underway.add(kept.key);
  remember(id, { voter, pending: kept });
  return kept;
}
