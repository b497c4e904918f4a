/** The maximum amounts that each account can store. */
export interface QuotaOptions {
  // Generated from instance/options/option-table.ts by `npm run generate`.
  /** The maximum number of polls, quizzes and forms per account, all together. Default: `10000`. */
  asks?: number | undefined;
  /**
   * The maximum number of polls, quizzes and forms that an account can create, with those that it has deleted. The IDs
   * of deleted ones are kept, so that no other account gets them. Default: `1000000`.
   */
  createdAsks?: number | undefined;
  /**
   * The maximum size of the definitions of all polls, quizzes and forms of an account. Default: `268435456` (256 MiB).
   */
  definitionBytes?: number | undefined;
  /** The maximum number of tickets of one poll, quiz or form. Default: `1000000`. */
  tickets?: number | undefined;
  /** The maximum number of webhooks per account. Default: `20`. */
  webhooks?: number | undefined;
}
