import type { AskStatus } from '@askwell/server/contract';
import type { ListQuery } from '../lists/list.js';

/** Which polls, quizzes or forms. */
export type AskQuery = ListQuery & {
  site_id?: number | undefined;
  status?: AskStatus | undefined;
  /** A part of the title, whatever the case of its ASCII letters. */
  q?: string | undefined;
};

/** Which answers. */
export type AnswerQuery = {
  /** From this moment on, by `created_at`. */
  since?: Date | string | undefined;
  /** Until before this moment. */
  until?: Date | string | undefined;
  /** One visitor's. */
  voter_ref?: string | undefined;
};

/** Which answers, page by page. */
export type AnswerListQuery = ListQuery & AnswerQuery;

/** Which answers, in which order, where all of them are given at once. */
export type AnswerFileQuery = AnswerQuery & Pick<ListQuery, 'order'>;
