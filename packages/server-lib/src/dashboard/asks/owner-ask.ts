import type { AskOperations } from '../../api/asks/ask-operations.js';
import type { ListOperation, OwnerOperation, ScopeHolder } from '../../api/operations/operation.js';
import type { Localizer } from '../../base/localizer.js';
import type { AnswerList, FoundPage } from '../../core/answers/answer-list.js';
import type { AnswerFilter, AnswerPage, AnswerRow, NotedAnswerRow } from '../../core/answers/answer-queries.js';
import type { AnswerCount, SearchLimits } from '../../core/answers/answer-search.js';
import type { AnswerSelection } from '../../core/answers/answer-selection.js';
import type { ChangedPart, ChangeLimits, ChangeOutcome, ChangeRange } from '../../core/answers/change-matching.js';
import type { TagChange } from '../../core/answers/tag-answers.js';
import type { OpenedWorkingCopy, ReviewedCopy } from '../../core/drafts/working-copy.js';
import type { CountedPeriod } from '../../core/funnel/funnel-service.js';
import type { WithdrawalOutcome } from '../../core/tickets/withdraw-tickets.js';
import type { List, ListRequest } from '../../http/paging.js';
import type { Params } from '../../http/router.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { Ask, Design, Funnel } from '../../shared/contract/resources.js';
import type { AnswerTable } from '../answers/answer-table.js';
import type { ReviewedDraft } from '../editor/edited-ask.js';
import type { OwnerResults } from './owner-results.js';

/** Who acts on asks: a signed-in owner, or the holder of a token. */
export type AskOwner = ScopeHolder;

/** An ask of any kind, with all actions of its owner. */
export interface OwnerAsk {
  readonly kind: AskKind;
  /** The number of the ask in the database. */
  readonly seq: number;
  /** The account that owns the ask. */
  readonly account: number;
  /** The ID with the prefix of the kind. */
  readonly id: string;
  /** The names in paths of the API. */
  readonly plural: 'polls' | 'quizzes' | 'forms';
  readonly answersName: 'votes' | 'attempts' | 'submissions';
  /** The ask as the REST API shows it. Only the members that all kinds share are typed. */
  readonly shown: Ask;
  readonly localizer: Localizer;
  /** Returns the design that visitors see: the design of the ask, or else the design of its site. */
  design(): Promise<Design | null>;

  /** Returns the key of the definition in the code of the host. Null if the code does not define the ask. */
  codeKey(): Promise<string | null>;

  /** The operations of its owner, which the API and the other interfaces offer too. */
  readonly operations: AskOperations;
  /**
   * Calls an operation, with the checks of a request.
   *
   * @param ids The IDs in the path of the operation after the ID of the ask.
   */
  run<Input extends object, Data extends object | undefined>(
    operation: OwnerOperation<unknown, Input, Data>,
    input: Input,
    ids?: Params,
  ): Promise<Data>;
  /** Returns the rows of a list, with the checks of a request. */
  list<Row extends { readonly id: Id }, Id extends string | number>(
    operation: ListOperation<unknown, ListRequest, List<Row, Id>>,
    filter: object,
  ): Promise<List<Row, Id>>;
  /** Returns the path of the hosted page that shows a draft to anyone for seven days. */
  previewPath(): string;

  readonly workingCopy: {
    open(): Promise<OpenedWorkingCopy>;
    review(copy: ReviewedCopy): Promise<ReviewedDraft>;
  };

  /** The results, filtered or not. */
  readonly results: OwnerResults;
  /** Returns how far visits of a period got. */
  funnel(period: CountedPeriod): Promise<Funnel>;
  /** Returns the path of the page that shows the results to anyone. Null without a link. */
  resultsLinkPath(): Promise<string | null>;
  readonly tickets: {
    /** Withdraws the ticket with a code, unless it was used. */
    withdraw(code: string): Promise<WithdrawalOutcome>;
  };

  readonly answers: {
    list(filter: AnswerFilter, page: AnswerPage): Promise<AnswerRow[]>;
    find(id: string): Promise<AnswerRow | undefined>;
    /** Returns an answer as the REST API returns it. */
    show(row: AnswerRow): object;
    /** Deletes some of the answers, in several writes. Returns whether all are deleted. */
    deletePart(writes: number): Promise<boolean>;

    /** Returns the ID of an answer from the ID of its row. */
    wireId(id: string): string;
    /** The columns and cells of a table for people. */
    readonly table: AnswerTable;
    /** Returns the same table with the texts of the ask in one of its languages. */
    tableIn(language: string): AnswerTable;
    /** Returns the ID of the row of the latest answer. Null if there are no answers. */
    latestId(): Promise<string | null>;
    /** Returns a page of a list. */
    page(list: AnswerList, start: { readonly cursor: string | undefined; readonly limit: number }): Promise<ListedPage>;
    /** Returns all answers of a list, in batches. If there are too many to sort, older ones follow by time. */
    all(list: AnswerList): Promise<AsyncIterable<readonly NotedAnswerRow[]>>;
    /**
     * Returns the ID of the next answer after a row that matches. Null if no later answer matches, or if the next match is too far away.
     */
    findNext(selection: AnswerSelection, after: string, order: 'asc' | 'desc'): Promise<string | null>;
    /** Counts the answers that match, up to the one with an ID. Stops at its limits. */
    count(selection: AnswerSelection, upTo: string, limits?: CountLimits): Promise<AnswerCount>;
    /** Changes answers by the IDs of their rows, which are at most as many as one write may change. */
    change(ids: readonly string[], change: OwnerChange): Promise<ChangeOutcome>;
    /** Changes the answers that match, oldest first. Stops at its limits. */
    changeMatching(
      selection: AnswerSelection,
      change: OwnerChange,
      range: ChangeRange,
      limits: ChangeLimits,
    ): Promise<ChangedPart>;
    findNoted(id: string): Promise<NotedAnswerRow | undefined>;
  };
}

/** The limits of what a count reads. */
export type CountLimits = Pick<SearchLimits, 'scanned' | 'characters'>;

/** A change of several answers by their owner. */
export type OwnerChange = { readonly change: 'delete' } | TagChange;

/** A page of a list of answers. */
export interface ListedPage extends Pick<FoundPage, 'rows' | 'isCut' | 'sorted'> {
  /** The cursor of the next page. Null if no answers are left. */
  readonly next: string | null;
}
