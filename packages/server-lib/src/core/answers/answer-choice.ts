/** Filters the answers of an ask. All conditions must hold. */
export interface AnswerChoice {
  /** Answers from this time, inclusive: a date or an RFC 3339 timestamp. */
  since?: Date | string | undefined;
  /** Answers before this time: a date or an RFC 3339 timestamp. */
  until?: Date | string | undefined;
  /** Answers that were created or changed at this time or later: a date or an RFC 3339 timestamp. */
  updated_since?: Date | string | undefined;
  /** Answers of one visitor. */
  voter_ref?: string | undefined;
  /** Answers of one user, by your own ID. Finds none if the answers are anonymous. */
  respondent?: string | undefined;
  /** Answers in this language, such as `pt`, which includes `pt-BR`. `unknown`: answers whose language is unknown. */
  language?: string | undefined;
  /**
   * Answers that meet these conditions. Each is a column, an operator and a value:
   * `['field.age:at_least:18', 'tags:is:vip', 'note:answered']`.
   */
  filter?: string | readonly string[] | undefined;
  /** Answers with this text in any column except `language` and `updated_at`. */
  q?: string | undefined;
  /** Answers with this tag. */
  tag?: string | undefined;
  /** Votes for the option with this ID. */
  choice?: string | undefined;
  /** Votes with this write-in. */
  other?: string | undefined;
  /** Attempts with this score or a higher one. */
  min_score?: number | undefined;
  /** Attempts that passed if true. Attempts that failed if false. */
  passed?: boolean | undefined;
  /** Answers with this value in a field or question, by its ID: `'field.email': 'a@example.com'`. */
  [field: `field.${string}`]: string | number | boolean | undefined;
  /** Votes that give an option this rating, by its ID: `'ratings.o1': 5`. */
  [rating: `ratings.${string}`]: number | undefined;
}
