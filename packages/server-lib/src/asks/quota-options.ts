export interface QuotaOptions {
  /** Polls, quizzes and forms of an account together. Default: 10,000. */
  asks?: number | undefined;
  /** Bytes that the definitions of an account's polls, quizzes and forms take. Default: 268,435,456 (256 MiB). */
  definitionBytes?: number | undefined;
  /** Tickets of one poll, quiz or form. Default: 1,000,000. */
  tickets?: number | undefined;
}
