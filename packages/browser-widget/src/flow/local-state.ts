/** An answer that was sent but not confirmed yet, with its idempotency key. */
export interface Pending {
  readonly key: string;
  readonly body: string;
}

/** A value of an answer. */
type AnswerValue = string | number | boolean | Readonly<Record<string, string | number | null>>;

/** Answers by the IDs of fields or questions. */
export type Answers = Readonly<Record<string, AnswerValue | readonly AnswerValue[] | null>>;

/** What the browser stores about one ask. */
export interface LocalState {
  /** Identifies the visitor for this ask only. Created with the first answer. */
  readonly voter?: string | undefined;
  /** The ID of the visitor's answer. */
  readonly answer?: string | undefined;
  /** The content of that answer, if it may be changed. */
  readonly last?: Answers | undefined;
  readonly pending?: Pending | undefined;
  /** The language that the visitor has chosen. */
  readonly lang?: string | undefined;
}

/** Used when `localStorage` is unavailable or full, as in private windows and sandboxed frames. */
const fallback = new Map<string, LocalState>();
/** Keys whose state is not stored, because the next visitor of this browser may be another member of the site. */
const unstored = new Set<string>();
const storageKey = (key: string) => `askwell:${key}`;

/** Returns an unguessable token. `crypto.randomUUID` does not exist on pages loaded over plain HTTP. */
export function newToken(): string {
  return crypto.getRandomValues(new Uint32Array(5)).join('-');
}

/** Reads the local state. The key is the ID of the ask, followed by the attribute `voter` if there is one. */
export function readState(key: string): LocalState {
  try {
    const known: LocalState | null = JSON.parse(localStorage.getItem(storageKey(key)) ?? 'null');
    if (known) return known;
  } catch {
    // Storage is unavailable, or its content is not JSON.
  }
  return fallback.get(key) ?? {};
}

/** Keeps a state until the page is closed, and not longer. */
export function keepInPage(key: string): void {
  unstored.add(key);
}

/** Changes members of the local state. */
export function updateState(key: string, change: LocalState): void {
  const state = { ...readState(key), ...change };
  fallback.set(key, state);
  if (unstored.has(key)) return;
  try {
    localStorage.setItem(storageKey(key), JSON.stringify(state));
  } catch {
    // The fallback keeps the state until the page is closed.
  }
}

const sending = new Set<string>();

/** Returns an unconfirmed answer of an earlier page view, to be sent again. Only one element on the page gets it. */
export function claimPending(key: string): Pending | undefined {
  const { pending } = readState(key);
  if (!pending || sending.has(pending.key)) return undefined;
  sending.add(pending.key);
  return pending;
}

/** Returns the visitor's token. Creates and stores a token if the visitor has none. */
export function voterToken(key: string, known: string | null): string {
  const { voter = known || newToken() } = readState(key);
  updateState(key, { voter });
  return voter;
}

/** Stores an answer until the server has confirmed or refused it, so that it survives a reload. */
export function savePending(key: string, answer: object, known: string | null): Pending {
  const voter = voterToken(key, known);
  const { pending } = readState(key);
  const body = JSON.stringify({ ...answer, voter });
  const kept = pending?.body === body ? pending : { key: newToken(), body };
  sending.add(kept.key);
  updateState(key, { pending: kept });
  return kept;
}
