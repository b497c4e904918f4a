/** The maximum amounts that each account can store. */
export interface QuotaOptions {
  /** The number of polls, quizzes and forms of an account together. Default: 10,000. */
  asks?: number | undefined;
  /**
   * The number of polls, quizzes and forms that an account can create, with those that it has deleted: their IDs are kept, so that no
   * other account gets them. Default: 1,000,000.
   */
  createdAsks?: number | undefined;
  /** The size of all definitions of an account's polls, quizzes and forms, in bytes. Default: 268,435,456 (256 MiB). */
  definitionBytes?: number | undefined;
  /** The number of tickets of one poll, quiz or form. Default: 1,000,000. */
  tickets?: number | undefined;
  /** The number of webhooks of an account. Default: 20. */
  webhooks?: number | undefined;
}
