import type { Session } from '../../access/session.js';
import type { AnswerFilter, AnswerPage, AnswerRow } from '../../asks/answers/answer-queries.js';
import type { AskKind } from '../../asks/ask-types.js';
import type { OwnedAsk } from '../../asks/definition/ask-service.js';
import { toSharedDraft } from '../../asks/definition/validate-definition.js';
import type { KindTypes } from '../../asks/kind-types.js';
import type { NotedAnswerRow } from '../../asks/notes/note-queries.js';
import type { AnswerNote } from '../../asks/notes/parse-note.js';
import { previewQuery } from '../../asks/read/previews.js';
import type { ResultLinks } from '../../asks/result-links/link-service.js';
import type { WithdrawalOutcome } from '../../asks/tickets/withdraw-tickets.js';
import type { Refusal } from '../../asks/working-copies/find-refusals.js';
import type { Publication, WorkingCopy } from '../../asks/working-copies/working-copy-service.js';
import type { Ask, AskDraft, AskStatus, TicketCount } from '../../contract/resources.js';
import type { Issue } from '../../faults/fault.js';
import { createLocalizer, type Localizer } from '../../messages/localizer.js';
import { check } from '../../validation/check.js';
import type { JsonObject } from '../../validation/json-value.js';
import { type AnswerTable, createAnswerTable } from './answers/answer-table.js';
import { createOwnerResults, type KindParts, type OwnerResults } from './owner-results.js';

/** An ask of any kind, with everything that its owner can do with it. */
export interface OwnerAsk {
  readonly kind: AskKind;
  /** The number of the ask in the database. */
  readonly seq: number;
  /** The ID with the prefix of the kind. */
  readonly id: string;
  /** The names in paths of the API. */
  readonly plural: 'polls' | 'quizzes' | 'forms';
  readonly answersName: 'votes' | 'attempts' | 'submissions';
  /** The ask as the REST API shows it. Only the members that all kinds share are typed. */
  readonly shown: Ask;
  readonly localizer: Localizer;

  setStatus(status: AskStatus): Promise<void>;
  /** Deletes the ask with its answers. */
  delete(): Promise<void>;
  /** Creates a draft with the same definition. Returns its ID. */
  copy(title: string): Promise<string>;
  /** Returns the path of the hosted page that shows a draft to anyone for seven days. */
  previewPath(): string;

  readonly workingCopy: {
    open(): Promise<WorkingCopy>;
    review(draft: JsonObject): Promise<ReviewedDraft>;
    /** Returns the new revision. */
    save(draft: JsonObject, fromRevision: string): Promise<string>;
    discard(revision: string): Promise<void>;
    publish(publication: Publication): Promise<void>;
  };

  /** The results, filtered or not. */
  readonly results: OwnerResults;
  /** The link that shows the results to anyone. */
  readonly resultLink: {
    /** Returns the path. Null without a link. */
    path(): Promise<string | null>;
    create(): Promise<void>;
    withdraw(): Promise<void>;
  };

  readonly tickets: {
    count(): Promise<TicketCount>;
    issue(count: number): Promise<readonly string[]>;
    /** Withdraws the ticket with a code, unless it was used. */
    withdraw(code: string): Promise<WithdrawalOutcome>;
    /** Withdraws all tickets that were not used. Returns how many. */
    withdrawUnused(): Promise<number>;
  };

  readonly answers: {
    list(filter: AnswerFilter, page: AnswerPage): Promise<AnswerRow[]>;
    find(id: string): Promise<AnswerRow | undefined>;
    /** Returns an answer as the REST API returns it. */
    show(row: AnswerRow): object;
    /** Deletes an answer by the ID of its row. */
    delete(id: string): Promise<void>;
    deleteAll(): Promise<void>;

    /** The columns and cells of a table for people. */
    readonly table: AnswerTable;
    /** Lists answers with what the owner noted about them. */
    listNoted(filter: AnswerFilter, page: AnswerPage, onlyNoted: boolean): Promise<NotedAnswerRow[]>;
    findNoted(id: string): Promise<NotedAnswerRow | undefined>;
    /** Saves the tags and the note of an answer by the ID of its row. */
    saveNote(id: string, note: AnswerNote): Promise<void>;
  };
}

/** What is wrong with a draft, and what visitors would see. */
export interface ReviewedDraft {
  readonly issues: readonly Issue[];
  readonly refusals: readonly Refusal[];
  /** What the widget takes as its definition. Null if the draft is not valid. */
  readonly embedded: object | null;
}

/** The language of the dashboard. */
const english = createLocalizer('en').texts;

/** Returns an ask of one kind for the pages of all kinds. */
export function toOwnerAsk<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  parts: KindParts<Draft, Own, Body, W>,
  links: ResultLinks,
  { scope }: Session,
  owned: OwnedAsk<Own>,
): OwnerAsk {
  const { services, columnsOf } = parts;
  const { kind, asks, answers, tickets, visitorViews, previews, workingCopies } = services;
  const { ask } = owned;
  const id = asks.wireId(ask);
  const localizer = createLocalizer(ask.terms.locale);
  return {
    kind: kind.name,
    seq: ask.seq,
    id,
    plural: kind.plural,
    answersName: kind.answers,
    shown: asks.show(owned),
    localizer,

    setStatus: (status) => asks.update(scope, ask, check(kind.changes, { status })),
    delete: () => asks.delete(scope, ask),
    async copy(title) {
      const shared = { ...kind.toDraft(ask.own, toSharedDraft(ask)), title, status: 'draft' };
      const copy = await asks.create(scope, check(kind.draft, JSON.parse(JSON.stringify(shared))));
      return asks.wireId(copy.ask);
    },
    previewPath: () => `/p/${id}${previewQuery(previews.sign(ask))}`,

    workingCopy: {
      open: () => workingCopies.open(ask),
      async review(draft) {
        const { issues, refusals, ask: changed } = await workingCopies.review(owned, draft);
        const view = changed && (await visitorViews.preview({ ...changed, status: 'draft' }));
        return { issues, refusals, embedded: view && { [kind.name]: view, results: null } };
      },
      save: (draft, fromRevision) => workingCopies.save(scope, owned, draft, fromRevision),
      discard: (revision) => workingCopies.discard(scope, ask, revision),
      publish: (publication) => workingCopies.publish(scope, ask, publication),
    },

    results: createOwnerResults(parts, ask, localizer),
    resultLink: {
      async path() {
        const token = await links.find(ask.seq);
        return token && `/r/${token}`;
      },
      create: () => links.create(scope, ask.seq),
      withdraw: () => links.withdraw(scope, ask.seq),
    },

    tickets: {
      count: () => tickets.count(ask),
      issue: async (count) => (await tickets.show(ask, await tickets.issue(ask, count, null))).tickets,
      withdraw: (code) => tickets.withdraw(ask, code),
      withdrawUnused: () => tickets.withdrawUnused(ask),
    },

    answers: {
      list: (filter, page) => answers.list(ask, filter, page),
      find: (answerId) => answers.find(ask, answerId),
      show: (row) => answers.show(ask, row),
      delete: (answerId) => answers.delete(ask, answerId),
      deleteAll: () => answers.deleteAll(ask),

      table: createAnswerTable(columnsOf(kind.show(ask.own), english), {
        wireId: answers.wireId,
        parse: (row) => kind.showAnswer(ask.own, answers.parse(row)),
      }),
      listNoted: (filter, page, onlyNoted) => answers.listNoted(ask, filter, page, onlyNoted),
      findNoted: (answerId) => answers.findNoted(ask, answerId),
      saveNote: (answerId, note) => answers.saveNote(scope, ask, answerId, note),
    },
  };
}
