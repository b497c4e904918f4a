import { z } from 'zod';
import { boundedArray } from '../../base/validation/bounded.js';
import { rawText } from '../../base/validation/text.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { askSorts } from '../../core/asks/summary-queries.js';
import type { SummaryService } from '../../core/asks/summary-service.js';
import { askKinds } from '../../core/ids.js';
import { askStatus, maxTitleLength } from '../../core/schemas/ask-schema.js';
import { noticeTimings } from '../../events/notifications/notice-timing.js';
import type { Notices } from '../../events/notifications/notices.js';
import type { Scope } from '../../owners/access/scope.js';
import { maxTokenAsks } from '../../owners/tokens/limits.js';
import {
  defineScopeOperation,
  defineSessionOperation,
  noInput,
  ownAccount,
  type SessionTarget,
} from '../operations/operation.js';

/** The part of the services of a kind that finds an ask. */
interface AskFinder {
  readonly asks: { find(scope: Scope, id: string): Promise<{ readonly ask: FoundAsk } | undefined> };
}

type FoundAsk = Pick<StoredAsk<unknown>, 'seq' | 'kind' | 'id'>;

/** The services behind the operations on asks of any kind. */
export interface AnyAskServices {
  readonly polls: AskFinder;
  readonly quizzes: AskFinder;
  readonly forms: AskFinder;
  readonly summaries: SummaryService;
  /** Undefined if no emails are sent. */
  readonly notices: Notices | undefined;
}

/** The filters and the page of a list of asks. Null matches any value. */
const summaryQuery = z.strictObject({
  kind: z.enum(askKinds).nullable(),
  site: z.int().nullable(),
  status: askStatus.nullable(),
  q: rawText(maxTitleLength).nullable(),
  archived: z.boolean(),
  ids: boundedArray(rawText(40), { min: 1, max: maxTokenAsks }).optional(),
  sort: z.enum(askSorts),
  /** The position of the last ask of the page before. */
  after: z.strictObject({ value: z.union([z.int(), rawText(maxTitleLength)]), seq: z.int() }).nullable(),
  limit: z.int().min(1).max(100),
});

/** Returns what an owner can do with an ask of any kind in the dashboard. */
export function anyAskOperations({ polls, quizzes, forms, summaries, notices }: AnyAskServices) {
  const one: SessionTarget<FoundAsk> = {
    params: { id: z.string() },
    async find(scope, { id = '' }) {
      for (const { asks } of [polls, quizzes, forms]) {
        const owned = await asks.find(scope, id);
        if (owned) return owned.ask;
      }
      return undefined;
    },
  };

  return {
    /** A page of the asks of all kinds, with the numbers of their answers. */
    list: defineScopeOperation({
      target: ownAccount,
      input: summaryQuery,
      run: ({ scope }, { sort, after, limit, ...filter }) => summaries.list(scope, filter, { sort, after, limit }),
    }),

    /** Moves an ask to the archive, which closes it, or back. */
    archive: defineSessionOperation({
      target: one,
      input: z.strictObject({ archived: z.boolean() }),
      run: ({ scope, found }, { archived }) => summaries.archive(scope, found, archived),
    }),

    notices: notices && {
      /** Returns when the owner gets emails about new answers. */
      get: defineSessionOperation({
        target: one,
        input: noInput,
        run: async ({ found }) => ({ timing: await notices.find(found.seq) }),
      }),

      /** Sets when the owner gets emails about new answers. Null: never. */
      set: defineSessionOperation({
        target: one,
        input: z.strictObject({ timing: z.enum(noticeTimings).nullable() }),
        run: ({ scope, found }, { timing }) => notices.set(scope, found.seq, timing),
      }),
    },
  };
}
