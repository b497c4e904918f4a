import { isDirect, type PostgresClient, type PostgresQuery, type PostgresResult } from './postgres-pool.js';

/**
 * Sends the statements of a transaction without waiting for statements whose rows are not needed. The statements run in
 * their order. After a statement has failed, PostgreSQL refuses the later statements, and a COMMIT rolls back.
 */
export class StatementPipeline {
  #last: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #begun: Promise<unknown> = Promise.resolve();
  readonly #isDirect: boolean;
  /** Whether the statements are prepared. */
  readonly isPrepared: boolean;

  constructor(
    private readonly client: PostgresClient,
    { prepare = false }: { readonly prepare?: boolean | undefined } = {},
  ) {
    this.#isDirect = isDirect(client);
    this.isPrepared = prepare && this.#isDirect;
  }

  /**
   * Begins a transaction. Statements that only read or lock can follow at once: if it fails, their results are not used. Others
   * must wait for {@link begun}, because they would be committed one by one.
   */
  begin(query: PostgresQuery): void {
    this.#begun = this.#start(query);
    this.#begun.catch(() => {});
  }

  /**
   * Waits until the transaction has begun.
   *
   * @throws The error of `begin`.
   */
  async begun(): Promise<void> {
    await this.#begun;
  }

  /** Sends a statement. A failure rejects the next {@link query} or {@link settle}. */
  send(query: PostgresQuery): void {
    this.#start(query).catch(() => {});
  }

  /**
   * Sends a statement and returns its result.
   *
   * @throws The error of the first statement that failed, which may be an earlier one.
   */
  async query(query: PostgresQuery): Promise<PostgresResult> {
    const result = await this.#start(query).catch((error: unknown) => {
      throw this.#failure ? this.#failure.error : error;
    });
    // Without the transaction, the statement can have succeeded.
    await this.#begun;
    return result;
  }

  /**
   * Waits until all statements have run.
   *
   * @throws The error of the first statement that failed.
   */
  async settle(): Promise<void> {
    await this.#last;
    if (this.#failure) throw this.#failure.error;
  }

  /** Rolls back the transaction, if there is one, after all of its statements. */
  async rollBack(): Promise<void> {
    await this.#start({ text: 'rollback' });
  }

  #start(query: PostgresQuery): Promise<PostgresResult> {
    const { client } = this;
    // Other clients must not get a query while another one runs.
    const result = this.#isDirect ? client.query(query) : this.#last.then(() => client.query(query));
    // Results arrive in the order of their statements.
    this.#last = result.then(
      () => {},
      (error: unknown) => {
        this.#failure ??= { error };
      },
    );
    return result;
  }
}
