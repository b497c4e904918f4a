import { purgedAnswersBucket } from '../../core/retention/purge-answers.js';
import type { Operation, Report } from '../../db/operation.js';
import { one } from '../../db/sql/statement.js';

/** The number of visitors with a start, and the number of these visitors with an answer. */
export interface CountedStarts {
  readonly started: number;
  readonly finished: number;
}

/**
 * Counts the visitors who started a quiz. Null if answers were purged, because their visitors and starts may be deleted, so that
 * the numbers would not match.
 */
export const countStarts: Report<{ readonly ask: number }, CountedStarts | null> = {
  name: 'quizzes.starts',
  *read({ ask }): Operation<CountedStarts | null> {
    const purged = yield* one`
      select 1 from askwell_carried where ask = ${ask} and bucket = ${purgedAnswersBucket}`;
    if (purged) return null;
    const row = yield* one<CountedStarts>`
      select count(*) as started, count(*) filter (where exists (
        select 1 from askwell_answers r where r.ask = s.ask and r.voter = s.voter and r.nth is not null)) as finished
      from askwell_starts s where s.ask = ${ask}`;
    return row ?? null;
  },
};
