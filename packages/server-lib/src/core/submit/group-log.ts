import type { Micros } from '../../base/clock.js';
import {
  type Change,
  type ChangeType,
  changeOf,
  type LoggedAsk,
  listAnswers,
  toAnswerRange,
} from '../../db/changes/change.js';
import { timeOfAnswer } from '../ids.js';

/** The maximum time between the first and the last answer of a range of IDs. Other answers may have been created in between. */
const maxRangeTime: Micros = 5_000_000;

/** The new and changed answers of one ask. */
interface LoggedAnswers {
  readonly type: ChangeType;
  readonly ask: number;
  readonly ids: string[];
  at: Micros;
}

/** Collects the changes that a group logs: one for all new answers of an ask, and one for all changed answers. */
export class GroupLog {
  readonly #answers = new Map<string, LoggedAnswers>();

  add(type: ChangeType, { ask, id, at }: { readonly ask: number; readonly id: string; readonly at: Micros }): void {
    const key = `${type} ${ask}`;
    const logged = this.#answers.get(key);
    if (!logged) {
      this.#answers.set(key, { type, ask, ids: [id], at });
      return;
    }
    logged.ids.push(id);
    logged.at = Math.max(logged.at, at);
  }

  /** Returns the changes to log. For an answer that was created and changed, the creation comes first. */
  changes(askOf: (seq: number) => LoggedAsk | undefined): Change[] {
    return [...this.#answers.values()].flatMap(({ type, ask, ids, at }) => {
      const row = askOf(ask);
      const detail = type === 'answer.created' && areClose(ids) ? toAnswerRange(ids) : listAnswers([...new Set(ids)]);
      return row ? [changeOf(type, row, at, detail)] : [];
    });
  }
}

function areClose(ids: readonly string[]): boolean {
  const times = ids.map(timeOfAnswer);
  return Math.max(...times) - Math.min(...times) <= maxRangeTime;
}
