/** A request, whatever server it came through. Names of headers are in lower case. */
export interface Exchange {
  readonly method: string;
  /** The path below the base path, still percent-encoded: `/api/v1/me`. */
  readonly path: string;
  /** What follows the question mark, without it. */
  readonly query: string;
  /** What links on pages begin with: empty, or `/x/polls` when mounted there. */
  readonly base: string;
  /** The address of the socket's other end; undefined where the host can't tell. */
  readonly address: string | undefined;
  /** The host's own request object, for what only the host understands. */
  readonly raw: unknown;
  /** Aborts when the other end goes away. */
  readonly signal: AbortSignal;
  /** A header's value; a header that came several times has its values joined by a comma. */
  header(name: string): string | undefined;
  /** All headers, for a host's session function. */
  headers(): Headers;
  /** The whole body; refused as too large as soon as that shows. */
  body(limit: number): Promise<Uint8Array>;
}

/** An answer. `headers` alternates names and values, which Node writes fastest. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | null | AsyncIterable<string | Uint8Array>;
}

/** The names of the two parts of a request target. */
export function splitTarget(target: string): { path: string; query: string } {
  // A proxy's absolute form counts by its path.
  const from = target.startsWith('/') ? 0 : Math.max(0, target.indexOf('/', target.indexOf('://') + 3));
  const mark = target.indexOf('?', from);
  if (mark === -1) return { path: from === 0 ? target : target.slice(from), query: '' };
  return { path: target.slice(from, mark), query: target.slice(mark + 1) };
}
