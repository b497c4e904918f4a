import type { AskStatus } from '@askwell/server/contract';
import type { ListQuery } from '../lists/list.js';

/** Query parameters for lists of polls, quizzes and forms. */
export type AskQuery = ListQuery & {
  /** Only those of this site. */
  site_id?: number | undefined;
  /** Only those with this status. */
  status?: AskStatus | undefined;
  /** Only those whose title contains this text. ASCII letters match in either case. */
  q?: string | undefined;
};

/** Filters for votes, attempts and submissions. */
export type AnswerQuery = {
  /** Only answers created at this time or later. */
  since?: Date | string | undefined;
  /** Only answers created before this time. */
  until?: Date | string | undefined;
  /** Only answers of this visitor. */
  voter_ref?: string | undefined;
};

/** Query parameters for lists of votes, attempts and submissions. */
export type AnswerListQuery = ListQuery & AnswerQuery;

/** Query parameters for downloads of votes, attempts and submissions. */
export type AnswerFileQuery = AnswerQuery & Pick<ListQuery, 'order'>;
