import type { AskStatus } from '@askwell/server/contract';
import type { ListQuery } from '../lists/list.js';
import type { CallOptions } from '../options.js';

/** Query parameters for lists of polls, quizzes and forms. */
export type AskQuery = ListQuery & {
  /** Only polls, quizzes or forms of this site. */
  site_id?: number | undefined;
  /** Only polls, quizzes or forms with this status. */
  status?: AskStatus | undefined;
  /** Only polls, quizzes or forms whose title contains this text. ASCII letters match in either case. */
  q?: string | undefined;
};

/** Filters that votes, attempts and submissions have in common. All of them must hold. */
export type AnswerQuery = {
  /** Only answers created at this time or later. */
  since?: Date | string | undefined;
  /** Only answers created before this time. */
  until?: Date | string | undefined;
  /** Only answers that were created or changed at this time or later. */
  updated_since?: Date | string | undefined;
  /** Only answers of this visitor. */
  voter_ref?: string | undefined;
  /** Only answers of this user of your app, by your own ID. Finds no answers if the answers are anonymous. */
  respondent?: string | undefined;
  /** Only answers in this language, such as `pt`, which includes `pt-BR`. `unknown`: answers whose language is unknown. */
  language?: string | undefined;
  /**
   * Only answers that meet these conditions. Each is a column, an operator and a value:
   * `['field.age:at_least:18', 'tags:is:vip', 'note:answered']`.
   */
  filter?: string | readonly string[] | undefined;
  /** Only answers with this text in any column except `language` and `updated_at`. */
  q?: string | undefined;
  /** Only answers with this tag. */
  tag?: string | undefined;
};

/** Filters for votes. */
export type VoteQuery = AnswerQuery & {
  /** Only votes for the option with this ID. */
  choice?: string | undefined;
  /** Only votes with this write-in. */
  other?: string | undefined;
  /** Only votes that give an option this rating: `{ 'ratings.o1': 5 }`. */
  [rating: `ratings.${string}`]: number | undefined;
};

/** Filters for submissions. */
export type SubmissionQuery = AnswerQuery & {
  /** Only submissions with this value in a field: `{ 'field.email': 'visitor@example.com' }`. */
  [field: `field.${string}`]: string | number | boolean | undefined;
};

/** Filters for attempts. */
export type AttemptQuery = AnswerQuery & {
  /** Only attempts with this score or a higher one. */
  min_score?: number | undefined;
  /** Only attempts that passed, or only attempts that did not. */
  passed?: boolean | undefined;
  /** Only attempts with this answer to a question: `{ 'field.q1': 'o2' }`. */
  [question: `field.${string}`]: string | number | boolean | undefined;
};

/** The column that a list of answers is sorted by: a member of the answers such as `updated_at`, or `field.{id}`. */
export type AnswerSort = 'created_at' | 'updated_at' | (string & {});

/** Query parameters for lists of tickets. */
export type TicketQuery = ListQuery & {
  /** Only used tickets, or only unused tickets. */
  used?: boolean | undefined;
  /** Only tickets with exactly this reference. */
  reference?: string | undefined;
};

/** Query parameters for lists of votes, attempts and submissions. */
export type AnswerListQuery<Filter extends AnswerQuery = AnswerQuery, Sort extends string = AnswerSort> = ListQuery &
  Filter & {
    /** What the list is sorted by, in the direction of `order`. Default: `created_at`. */
    sort?: Sort | undefined;
  };

/** Query parameters for downloads of votes, attempts and submissions. */
export type AnswerFileQuery<Filter extends AnswerQuery = AnswerQuery, Sort extends string = AnswerSort> = Filter &
  Pick<AnswerListQuery<AnswerQuery, Sort>, 'order' | 'sort'>;

/** Options for reading results. */
export type ResultsOptions<Filter extends AnswerQuery> = CallOptions & {
  /** Counts only the answers that this filter finds. */
  where?: Filter | undefined;
};

/** The questions of a cross table, by their columns such as `field.age`. */
export type CrossTableChoice<Filter extends AnswerQuery> = Pick<ResultsOptions<Filter>, 'where'> & {
  /** The question whose options are rows. */
  rows: string;
  /** The question whose options are columns. */
  columns: string;
};

/** The question whose answers are averaged. */
export type AveragesChoice<Filter extends AnswerQuery> = Pick<ResultsOptions<Filter>, 'where'> & {
  /** The column of the question, such as `field.stars` or `percentage`. */
  question: string;
};

/** Which definition of a quiz or form is checked. */
export type WarningsChoice = {
  /** The published definition, or the one with the changes that are not published. Default: `published`. */
  definition?: 'published' | 'working_copy' | undefined;
};

/** The period of the visits that a funnel counts, by full days in UTC. */
export type FunnelPeriod = {
  /** Only visits from this time on. */
  since?: Date | string | undefined;
  /** Only visits before this time. */
  until?: Date | string | undefined;
};
