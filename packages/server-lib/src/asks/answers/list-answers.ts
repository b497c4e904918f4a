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

/** A `+` that was not percent-encoded arrives as a space. In a timestamp it can only precede the UTC offset. */
const unencodedPlus = / (?=\d\d:\d\d$)/;

const timeParam = z.string().transform((text, context) => {
  const at = parseTime(text.replace(unencodedPlus, '+'));
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

const filterMembers = {
  since: timeParam
    .optional()
    .register(documented, { format: 'date-time', description: 'Only answers from this time, inclusive.' }),
  until: timeParam
    .optional()
    .register(documented, { format: 'date-time', description: 'Only answers before this time.' }),
  voter_ref: voterRef.optional().register(documented, {
    pattern: '^[0-9a-f]{32}$',
    description: 'Only answers of this visitor.',
  }),
};

/** Validates the filter of a list of answers. */
export const answerFilterSchema = z.strictObject(filterMembers);

export function toAnswerFilter({ since, until, voter_ref }: z.output<typeof answerFilterSchema>): AnswerFilter {
  return { since: since ?? null, until: until ?? null, voter: voter_ref ?? null };
}

/** Validates the query of a list of answers. */
export const answersQuery = z.strictObject({
  ...pageParams,
  format: z.enum(['json', 'jsonl', 'csv']).default('json').register(documented, formatDoc),
  ...filterMembers,
});

export type AnswersQuery = z.infer<typeof answersQuery>;

/** Reads and formats a list of answers. */
export interface AnswerList {
  read(filter: AnswerFilter, page: AnswerPage): Promise<AnswerRow[]>;
  show(row: AnswerRow): object;
  readonly csvColumns: readonly string[];
  csvCells(row: AnswerRow): (string | number | null)[];
  /** The name of the CSV file, without its extension. */
  readonly fileName: string;
}

const answerCursors = createCursors('answer', /^[0-9a-z]{20}$/, String);

/**
 * Returns a reply with one page as JSON, or with the whole list as JSON Lines or CSV. The reply is never compressed,
 * because compression can leak the secrets in it: answer IDs give access to answers, and visitors control the texts
 * next to them.
 */
export async function replyWithAnswers(
  { format, ...query }: AnswersQuery,
  { read, show, csvCells, csvColumns, fileName }: AnswerList,
): Promise<Reply> {
  const filter = toAnswerFilter(query);
  const list = { cursors: answerCursors, read: (page: AnswerPage) => read(filter, page), toResource: show };
  if (format === 'csv') return csvFile(fileName, csvColumns, readAll(query, list, csvCells));
  return uncompressed(await replyWithList({ ...query, format }, list));
}
