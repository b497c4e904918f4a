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
const fallback = new Map<string, string>();
const listeners = new Set<(id: string) => void>();
const nameOf = (id: string) => `askwell:${id}`;

/** A token nobody can guess. */
export function newToken(): string {
  // Pages that came over plain HTTP have no randomUUID.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What is known of an ask. */
export function recall(id: string): Memory {
  try {
    const known: Memory | null = JSON.parse(stored(nameOf(id)) ?? 'null');
    return known ?? {};
  } catch {
    // Somebody else wrote there.
    return {};
  }
}

/** Changes what is known of an ask. */
export function remember(id: string, change: Memory): void {
  const text = JSON.stringify({ ...recall(id), ...change });
  fallback.set(nameOf(id), text);
  try {
    localStorage.setItem(nameOf(id), text);
  } catch {
    // The page remembers as long as it lives.
  }
}

/** Tells the other widgets of the page that an ask was answered. */
export function tellOthers(id: string): void {
  for (const listener of listeners) listener(id);
}

/** Listens for asks that are answered, here or in another tab. Returns how to stop. */
export function onAnswered(listener: (id: string) => void): () => void {
  const stored = ({ key }: StorageEvent) => key && listener(key.slice(nameOf('').length));
  listeners.add(listener);
  addEventListener('storage', stored);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', stored);
  };
}

function stored(name: string): string | null | undefined {
  try {
    return localStorage.getItem(name) ?? fallback.get(name);
  } catch {
    return fallback.get(name);
  }
}
