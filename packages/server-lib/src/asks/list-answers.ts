import { z } from 'zod';
import { invalid } from '../errors.js';
import type { Reply } from '../http/exchange.js';
import { pageLimit, pageMembers } from '../http/paging.js';
import { csvFile, jsonLines, list } from '../http/reply.js';
import { parseTime } from '../validation/time.js';
import type { AnswerFilter, AnswerPage, AnswerRow } from './read-answers.js';
import { parseVoterRef } from './voter.js';

/** Rows read at a time where all answers are streamed. */
const slice = 500;

const moment = z.string().transform((text, context) => {
  const at = parseTime(text);
  if (at !== undefined) return at;
  context.addIssue({ code: 'custom', message: 'Must be a time like 2026-01-31T09:05:07Z.' });
  return z.NEVER;
});

const voterRef = z.string().transform((text, context) => {
  const voter = parseVoterRef(text);
  if (voter) return voter;
  context.addIssue({ code: 'custom', message: 'Must be a voter_ref as an answer gives it.' });
  return z.NEVER;
});

const choiceMembers = {
  /** Inclusive. */
  since: moment.optional(),
  /** Exclusive. */
  until: moment.optional(),
  voter_ref: voterRef.optional(),
};

/** Which of an ask's answers. */
export const answerChoice = z.strictObject(choiceMembers);

export function toFilter({ since, until, voter_ref }: z.output<typeof answerChoice>): AnswerFilter {
  return { since: since ?? null, until: until ?? null, voter: voter_ref ?? null };
}

/** What a list of answers takes in its query. */
export const answersQuery = z.strictObject({
  ...pageMembers,
  format: z.enum(['json', 'jsonl', 'csv']).default('json'),
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

/** Answers a list: one page as JSON, or all of it as lines of JSON or CSV. */
export async function replyWithAnswers(query: AnswersQuery, answers: AnswerList): Promise<Reply> {
  const { order, format } = query;
  const limit = pageLimit(query);
  const filter = toFilter(query);
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  const all = () => walk((from) => answers.read(filter, { after: from, limit: slice, order }), after);
  if (format === 'jsonl') return jsonLines(mapped(all(), answers.show));
  if (format === 'csv') return csvFile(answers.name, answers.columns, mapped(all(), answers.cells));
  const found = await answers.read(filter, { after, limit: limit + 1, order });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return list(page.map(answers.show), found.length > limit && last ? encodeCursor(last.id) : null);
}

async function* walk(
  read: (after: string | null) => Promise<AnswerRow[]>,
  from: string | null,
): AsyncGenerator<AnswerRow[]> {
  let after = from;
  for (;;) {
    const found = await read(after);
    yield found;
    const last = found.at(-1);
    if (found.length < slice || !last) return;
    after = last.id;
  }
}

async function* mapped<Row, Shown>(slices: AsyncIterable<Row[]>, show: (row: Row) => Shown): AsyncGenerator<Shown[]> {
  for await (const rows of slices) yield rows.map(show);
}

function encodeCursor(id: string): string {
  return Buffer.from(`answer:${id}`).toString('base64url');
}

function decodeCursor(cursor: string): string {
  const id = /^answer:([0-9a-z]{20})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (id === undefined) throw invalid({ cursor: ['Is not a cursor of this list. Use next_cursor as it was given.'] });
  return id;
}
