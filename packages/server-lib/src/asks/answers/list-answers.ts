import { z } from 'zod';
import { createCursors, formatDoc, pageParams, readAll, replyWithList } from '../../api/paging.js';
import { fault } from '../../faults/fault.js';
import { faultMessage } from '../../faults/zod-faults.js';
import type { Reply } from '../../http/exchange.js';
import { csvFile, uncompressed } from '../../http/reply.js';
import { documented } from '../../validation/documented.js';
import { parseTime } from '../../validation/time.js';
import { parseVoterRef } from '../submit/voter-ref.js';
import type { AnswerFilter, AnswerPage, AnswerRow } from './answer-queries.js';

/** A plus that was written as it is stands for a space in a query, and no time has one before its offset. */
const plusGone = / (?=\d\d:\d\d$)/;

const moment = z.string().transform((text, context) => {
  const at = parseTime(text.replace(plusGone, '+'));
  if (at !== undefined) return at;
  context.addIssue({ code: 'custom', message: faultMessage(fault('invalid_timestamp')) });
  return z.NEVER;
});

const voterRef = z.string().transform((text, context) => {
  const voter = parseVoterRef(text);
  if (voter) return voter;
  context.addIssue({ code: 'custom', message: faultMessage(fault('invalid_voter_ref')) });
  return z.NEVER;
});

const choiceMembers = {
  since: moment
    .optional()
    .register(documented, { format: 'date-time', description: 'Answers from then on, that moment included.' }),
  until: moment.optional().register(documented, { format: 'date-time', description: 'Answers before that moment.' }),
  voter_ref: voterRef.optional().register(documented, {
    pattern: '^[0-9a-f]{32}$',
    description: 'Answers of one visitor, as `voter_ref` tells them.',
  }),
};

/** Which of an ask's answers. */
export const answerChoice = z.strictObject(choiceMembers);

export function toFilter({ since, until, voter_ref }: z.output<typeof answerChoice>): AnswerFilter {
  return { since: since ?? null, until: until ?? null, voter: voter_ref ?? null };
}

/** What a list of answers takes in its query. */
export const answersQuery = z.strictObject({
  ...pageParams,
  format: z.enum(['json', 'jsonl', 'csv']).default('json').register(documented, formatDoc),
  ...choiceMembers,
});

export type AnswersQuery = z.infer<typeof answersQuery>;

/** How a list of answers is read and shown. */
export interface AnswerList {
  read(filter: AnswerFilter, page: AnswerPage): Promise<AnswerRow[]>;
  show(row: AnswerRow): object;
  readonly columns: readonly string[];
  cells(row: AnswerRow): (string | number | null)[];
  /** What a file of them is called. */
  readonly name: string;
}

const answerCursors = createCursors('answer', /^[0-9a-z]{20}$/, String);

/**
 * Answers a list: one page as JSON, or all of it as lines of JSON or CSV. It is never compressed: it holds the IDs of answers,
 * which give access to them, and the texts of other visitors.
 */
export async function replyWithAnswers(
  { format, ...query }: AnswersQuery,
  { read, show, cells, columns, name }: AnswerList,
): Promise<Reply> {
  const filter = toFilter(query);
  const list = { cursors: answerCursors, read: (page: AnswerPage) => read(filter, page), toResource: show };
  if (format === 'csv') return csvFile(name, columns, readAll(query, list, cells));
  return uncompressed(await replyWithList({ ...query, format }, list));
}
