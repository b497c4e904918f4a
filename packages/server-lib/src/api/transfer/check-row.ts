import { Faults } from '../../base/faults/faults.js';
import { isJsonObject, isJsonValue } from '../../base/validation/json-value.js';
import { parseTime } from '../../base/validation/time.js';
import { storedNote } from '../../core/answers/note-schema.js';
import { parseNote } from '../../core/answers/parse-note.js';
import { answerPrefixes, timePart } from '../../core/ids.js';
import { hourPrefix } from '../../core/results/timeline.js';
import { uncountedBucket } from '../../core/results/uncounted-bucket.js';
import { purgedAnswersBucket } from '../../core/retention/purge-answers.js';
import { normalizeLanguage } from '../../core/submit/answer-language.js';
import { rankingInput } from '../../kinds/inputs/ranking.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { fault } from '../../shared/faults/fault.js';
import type { RowLine } from './export-format.js';
import { isSameContent } from './same-content.js';
import type { ImportedAsk } from './transfer-kind.js';

/** Buckets with sums of numbers, which can be negative. */
const sumPattern = /\.sum\.\d$/;

/** Buckets whose names are only identifiers: IDs with separators, the buckets of quizzes, and those of endings, quotas and variables of forms. */
const plainPattern = /^(?:\$(?:[anc]|ending|quota|number|text)\.)?[a-z0-9_-]+(?:[.=>+][a-z0-9_=.+-]*)*$/;

/** The scores of quizzes. */
const scorePattern = /^\$s\.\d{1,12}(\.\d{1,6})?\/\d{1,12}(\.\d{1,6})?$/;

/**
 * Checks a line that belongs to an ask.
 *
 * @throws AskwellError with the code `invalid` if it does not fit the ask.
 */
export function checkRow(row: RowLine, kind: AskKind, ask: ImportedAsk): void {
  const faults = new Faults();
  switch (row.type) {
    case 'purged_result':
      if (!isPurgedResult(row.bucket, row.count, ask.ballotOptions)) faults.add('bucket', fault('invalid_value'));
      break;
    case 'start':
    case 'used_start':
      if (kind !== 'quiz') faults.add('type', fault('invalid_value'));
      break;
    case 'checked_answer':
      if (ask.checkQuestion) ask.checkQuestion(row.question, row.answer, faults);
      else faults.add('type', fault('invalid_value'));
      break;
    case 'answer':
      if (!row.id.startsWith(answerPrefixes[kind] + timePart(parseTime(row.created_at) ?? 0)))
        faults.add('id', fault('invalid_value'));
      if (row.updated_at !== undefined && (parseTime(row.updated_at) ?? 0) <= (parseTime(row.created_at) ?? 0))
        faults.add('updated_at', fault('invalid_value'));
      if (row.nth !== null && row.voter_ref === null) faults.add('nth', fault('invalid_value'));
      if (row.language !== undefined && normalizeLanguage(row.language) !== row.language)
        faults.add('language', fault('invalid_value'));
      if (row.respondent !== undefined && ask.isAnonymous) faults.add('respondent', fault('invalid_value'));
      ask.checkBody(row.body, faults);
      checkNote(row, faults);
      break;
    case 'unpublished_changes':
      if (isJsonValue(row.draft) && isJsonObject(row.draft)) ask.checkDraft(row.draft, faults);
      else faults.add('draft', fault('invalid_value'));
      break;
    case 'purged_voter':
    case 'ticket':
    case 'write_in':
      break;
  }
  if (faults.any) throw faults.toError();
}

/** Checks that the tags and the note are as they are stored. */
function checkNote({ tags = [], note = '' }: Extract<RowLine, { type: 'answer' }>, faults: Faults): void {
  const parsed = parseNote({ tags: tags.join(','), note }, storedNote);
  if (!isSameContent(parsed.tags, tags)) faults.add('tags', fault('invalid_value'));
  if (parsed.note !== note) faults.add('note', fault('invalid_value'));
}

/**
 * Returns whether purged answers can have added an amount to a bucket. Results parse the names of some buckets, so that a
 * wrong name could make them fail.
 */
function isPurgedResult(bucket: string, count: number, ballotOptions: ReadonlySet<string>): boolean {
  if (count < 0 && !sumPattern.test(bucket)) return false;
  if (bucket === purgedAnswersBucket || bucket === uncountedBucket) return true;
  if (bucket.startsWith(hourPrefix)) return /^\d{1,8}$/.test(bucket.slice(hourPrefix.length));
  if (bucket.startsWith(rankingInput.ballotPrefix)) {
    const ballot = rankingInput.parseBallot(bucket);
    return new Set(ballot).size === ballot.length && ballot.every((id) => ballotOptions.has(id));
  }
  return plainPattern.test(bucket) || scorePattern.test(bucket);
}
