import type { Timestamp } from '../http/response-types.js';

/** The three kinds of ask. */
export type AskKind = 'poll' | 'quiz' | 'form';

export type AskStatus = 'draft' | 'open' | 'closed';

/** How a second answer by the same visitor is told. */
export type OnePer = 'browser' | 'ip' | 'ticket';

/** When visitors see results. */
export type ResultsVisibility = 'always' | 'after_answer' | 'after_close' | 'never';

/** What is shown, or where the visitor goes, after answering. */
export interface After {
  message: string | null;
  /** http or https */
  url: string | null;
}

/** What polls, quizzes and forms share when they are created or changed. */
export interface AskDraft {
  title: string;
  description?: string | null | undefined;
  site_id?: number | null | undefined;
  status?: AskStatus | undefined;
  opens_at?: Timestamp | null | undefined;
  closes_at?: Timestamp | null | undefined;
  max_answers?: number | null | undefined;
  /** Answers older than so many days are deleted, 1 to 3,650; results stay. */
  keep_answers_days?: number | null | undefined;
  one_per?: OnePer | null | undefined;
  allow_change?: boolean | undefined;
  results_visibility?: ResultsVisibility | undefined;
  after?: { message?: string | null | undefined; url?: string | null | undefined } | null | undefined;
  /** BCP 47 */
  locale?: string | null | undefined;
}

/** What polls, quizzes and forms share when an owner reads them. */
export interface Ask {
  id: string;
  site_id: number | null;
  title: string;
  description: string | null;
  status: AskStatus;
  opens_at: Timestamp | null;
  closes_at: Timestamp | null;
  /** Whether an answer would be taken right now. */
  accepting: boolean;
  max_answers: number | null;
  /** Answers older than so many days are deleted; results stay. Null: all are kept. */
  keep_answers_days: number | null;
  one_per: OnePer | null;
  allow_change: boolean;
  results_visibility: ResultsVisibility;
  after: After | null;
  locale: string | null;
  answers_count: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Moves with the definition alone; also the ETag. */
  version: number;
}

/** What visitors see of any ask. */
export type PublicHead = Pick<
  Ask,
  | 'id'
  | 'title'
  | 'description'
  | 'status'
  | 'opens_at'
  | 'closes_at'
  | 'accepting'
  | 'one_per'
  | 'allow_change'
  | 'results_visibility'
  | 'after'
  | 'locale'
>;

/** What visitors may send with any answer. */
export interface VisitorDraft {
  /** 16 to 200 characters that the browser made and keeps. */
  voter?: string | undefined;
  ticket?: string | undefined;
}

/** What `POST` to an ask's `tickets` answers: the codes, which are shown this once. */
export interface IssuedTickets {
  tickets: string[];
  count: number;
}

/** What `GET` of an ask's `tickets` answers. */
export interface TicketCount {
  count: number;
  /** How many of them have answered. */
  used: number;
}

/** What every answer tells its owner. */
export interface AnswerHead {
  id: string;
  /** Tells one visitor's answers to this ask from another's; null when the visitor gave nothing to tell by. */
  voter_ref: string | null;
  created_at: Timestamp;
}

/** What a PATCH takes: what is absent stays. */
export type Changes<Draft> = { [Member in keyof Draft]?: Draft[Member] | undefined };
