import type { Operation } from '../../db/operation.js';
import { byIndex, valuesOf } from '../../db/sql/dialect.js';
import { behindIds } from '../../db/sql/id-range.js';
import { all } from '../../db/sql/statement.js';
import { type AnswerRow, answerColumns } from './answer-queries.js';
import { respondentBatchSize } from './limits.js';

/** An answer with the number of its ask. */
export interface RespondentAnswerRow extends AnswerRow {
  ask: number;
}

/**
 * Selects the answers to all asks that are stored with a user, newest first.
 *
 * @param last The answer after which the page starts.
 */
export function selectAnswersOf(
  respondent: string,
  last: Pick<RespondentAnswerRow, 'ask' | 'id'> | undefined,
): Operation<RespondentAnswerRow[]> {
  const { ask, id } = last ?? { ask: 0, id: behindIds };
  return all<RespondentAnswerRow>`
    select r.ask, ${answerColumns} from askwell_answers r ${byIndex('askwell_answers_by_respondent')}
    where r.respondent = ${respondent} and (r.id, r.ask) < (${id}, ${ask})
    order by r.id desc, r.ask desc limit ${respondentBatchSize}`;
}

/** The number of an ask, and its ID without the prefix. */
export interface AskIdRow {
  seq: number;
  id: string;
}

/** Selects the asks of all accounts after a number, in the order of their numbers. Omits asks that are being deleted. */
export function selectAskIds(after: number): Operation<AskIdRow[]> {
  return all<AskIdRow>`
    select seq, id from askwell_asks where seq > ${after} and kind in ('poll', 'quiz', 'form')
    order by seq limit ${respondentBatchSize}`;
}

/** A voter of an ask. */
export interface AskVoter {
  readonly ask: number;
  readonly voter: Uint8Array;
}

/** Selects some of the answers of voters. */
export function selectAnswersOfVoters(voters: readonly AskVoter[]): Operation<RespondentAnswerRow[]> {
  return all<RespondentAnswerRow>`
    with k (ask, voter) as (${valuesOf(
      ['bigint', 'bytea'],
      voters.map(({ ask, voter }) => [ask, voter]),
    )})
    select r.ask, ${answerColumns} from k cross join askwell_answers r ${byIndex('askwell_answers_by_voter')}
    where r.ask = k.ask and r.voter = k.voter limit ${respondentBatchSize}`;
}
