import { StoreError } from '../store-error.js';
import { isConnectionLost, isSessionLost } from './postgres-errors.js';

/** Errors of Node that say that a certificate is not signed by an authority that it trusts. */
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/;

/** A query of {@link PostgresClient}. */
export interface PostgresQuery {
  readonly text: string;
  /** Prepares the statement under this name, so that its connection parses it once. */
  readonly name?: string;
  readonly values?: unknown[];
  readonly types?: { getTypeParser(oid: number, format?: string): (text: never) => unknown };
  /** How long the reply may take until the connection counts as lost, in milliseconds. */
  readonly query_timeout?: number;
}

/** The result of a query. */
export interface PostgresResult {
  readonly rows: unknown[];
}

/** The part of a client of `pg` that Askwell uses. */
export interface PostgresClient {
  /** Whether queries are sent without waiting for the previous ones. Absent in older versions. */
  readonly pipeline?: boolean;
  query(query: PostgresQuery): Promise<PostgresResult>;
  release(error?: Error | boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

/** The clients whose connections lead to a pooler. */
const pooled = new WeakSet<PostgresClient>();

/** Marks a client whose connection leads to a pooler, which may run each transaction over another connection. */
export function markPooled(client: PostgresClient): void {
  pooled.add(client);
}

/** Returns whether a client has its connection to the server for itself, and can send and prepare statements at once. */
export function isDirect(client: PostgresClient): boolean {
  return client.pipeline === true && !pooled.has(client);
}

/** A pool of the host: the part of the `Pool` of `pg` that Askwell uses. It stays open when Askwell closes. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  /** The numbers of all connections, of unused ones and of callers that wait for one. For metrics. */
  readonly totalCount?: number | undefined;
  readonly idleCount?: number | undefined;
  readonly waitingCount?: number | undefined;
}

/** The clients that must not go back into their pools. */
const discarded = new WeakSet<PostgresClient>();

/** Marks a client that is in an unknown state, so that it leaves its pool. */
export function discard(client: PostgresClient): void {
  discarded.add(client);
}

/** Returns whether a client was discarded. It may still wait for the reply to a query. */
export function isDiscarded(client: PostgresClient): boolean {
  return discarded.has(client);
}

/**
 * Runs an action with a client of a pool. A client whose connection or prepared statements are lost leaves the pool.
 *
 * @throws StoreError if the pool has no client and cannot connect.
 */
export async function withClient<Result>(
  pool: PostgresPool,
  action: (client: PostgresClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool);
  // A lost connection also rejects the running query. Without a listener, it would end the process.
  const ignore = (): void => {};
  client.on('error', ignore);
  let isLost = false;
  try {
    return await action(client);
  } catch (error) {
    isLost = isConnectionLost(error) || isSessionLost(error);
    throw error;
  } finally {
    const isBroken = isLost || discarded.has(client);
    // A broken client may report more errors, such as a pooler that has cancelled its query.
    if (!isBroken) client.removeListener('error', ignore);
    client.release(isBroken);
  }
}

/** Takes a client from a pool. A failure means that the database is unavailable: nothing has run yet. */
async function connect(pool: PostgresPool): Promise<PostgresClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new StoreError(`Could not connect to PostgreSQL: ${explainConnectError(error)}`, { cause: error });
  }
}

/** Returns the message of a failed connection, and what to do if its certificate was refused. */
function explainConnectError(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (untrusted.test(code)) {
    return `The certificate of the server is not trusted (${reason}). Add sslrootcert=FILE with the certificate of its authority to the URL, or ssl.ca to the pool. To connect without checking the certificate, use sslmode=no-verify.`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of the server is for another host name (${reason}). Use that host name in the URL, or sslmode=no-verify to connect without checking the certificate.`;
  }
  return reason;
}
