import type { askOperations } from '../../api/asks/ask-operations.js';
import { callOperation, openList } from '../../api/operations/call-operation.js';
import { formatTimestamp, type Micros } from '../../base/clock.js';
import { nextTurn } from '../../base/event-loop.js';
import { createLocalizer, withFormulas } from '../../base/localizer.js';
import type { AnswerChange } from '../../core/answers/change-matching.js';
import { answersPerSlice } from '../../core/answers/limits.js';
import { answerCursors, requirePosition } from '../../core/answers/list-answers.js';
import { byCreation } from '../../core/answers/sort-position.js';
import type { OwnedAsk } from '../../core/asks/ask-service.js';
import { selectDefinitionKey } from '../../core/asks/code-definition-queries.js';
import type { KindTypes } from '../../core/kind-types.js';
import { outdatedTexts } from '../../core/languages/translation-status.js';
import { previewQuery } from '../../core/read/previews.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { type AnswerTable, createAnswerTable } from '../answers/answer-table.js';
import { forOwners } from '../editor/owner-faults.js';
import { isKeyIssue, withPlaceholderKeys } from '../editor/placeholder-keys.js';
import type { AskOwner, OwnerAsk, OwnerChange } from './owner-ask.js';
import { createOwnerResults, type KindParts } from './owner-results.js';

/** Returns an ask of one kind for the pages of all kinds. */
export function toOwnerAsk<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  parts: KindParts<Draft, Own, Body, W>,
  operations: ReturnType<typeof askOperations<Draft, Own, Body, W>>,
  { scope }: AskOwner,
  owned: OwnedAsk<Own>,
): OwnerAsk {
  const { services } = parts;
  const { kind, asks, answers, tickets, visitorViews, previews, workingCopies, resultLinks } = services;
  const { ask } = owned;
  const id = asks.wireId(ask);
  const localizer = withFormulas(createLocalizer(ask.terms.locale), kind.formulaTexts && {});
  let table: AnswerTable | undefined;
  const toAnswerChange = (change: OwnerChange): AnswerChange =>
    change.change === 'delete' ? change : { ...change, account: scope.account };
  return {
    kind: kind.name,
    seq: ask.seq,
    account: ask.account,
    id,
    plural: kind.plural,
    answersName: kind.answers,
    shown: asks.show(owned),
    localizer,
    design: () => visitorViews.design(ask),

    codeKey: async () => (await parts.store.read(selectDefinitionKey(ask.seq)))?.key ?? null,

    operations,
    run: (operation, input, ids) => callOperation(operation, scope, { id, ...ids }, input),
    list: async (operation, filter) => (await openList(operation, scope, { id }, filter)).list,
    previewPath: () => `/p/${id}${previewQuery(previews.sign(ask))}`,

    workingCopy: {
      open: () => workingCopies.open(ask),
      async review({ draft, isChanged }) {
        const { issues, refusals, ask: valid } = await workingCopies.review(owned, { draft, isChanged });
        // Visitors do not see answer keys, so a question without one can be previewed.
        const keyed = issues.length > 0 && issues.every(isKeyIssue) ? withPlaceholderKeys(draft) : undefined;
        const changed = keyed ? (await workingCopies.review(owned, { draft: keyed, isChanged: true })).ask : valid;
        const view = changed && (await visitorViews.preview({ ...changed, status: 'draft' }));
        const warnings = changed ? await services.findWarnings(changed) : [];
        // The page of the largest definitions takes some milliseconds as well.
        await nextTurn(ask.account);
        return {
          issues: issues.map(forOwners),
          warnings: warnings.map(forOwners),
          refusals,
          embedded: view && { [kind.name]: view, results: null },
          outdated: outdatedTexts(kind.textShape, draft, ask.terms),
        };
      },
    },

    results: createOwnerResults(parts, ask, localizer),
    funnel: ({ since, until }) =>
      callOperation(operations.funnel, scope, { id }, { since: textOf(since), until: textOf(until) }),
    async resultsLinkPath() {
      const token = await resultLinks.find(ask.seq);
      return token && `/r/${token}`;
    },

    tickets: {
      withdraw: (code) => tickets.withdraw(ask, code),
    },

    answers: {
      list: (filter, page) => answers.list(ask, filter, page),
      find: (answerId) => answers.find(ask, answerId),
      show: (row) => answers.show(ask, row),
      deletePart: (writes) => answers.deletePart(ask, writes),

      wireId: answers.wireId,
      // Thousands of columns for a form with many matrices, which most pages do not show.
      get table() {
        table ??= createAnswerTable(answers.columns(ask), kind.name, answers.wireId);
        return table;
      },
      tableIn: (language) =>
        createAnswerTable(answers.columns(asks.inLanguage(ask, [language])), kind.name, answers.wireId),
      latestId: () => answers.latestId(ask),
      async page(list, { cursor, limit }) {
        const cursors = answerCursors(ask, list.sort);
        const after = cursor === undefined ? null : requirePosition(cursors, cursor);
        const { next, ...found } = await answers.search.page(ask, { ...list, withNotes: true }, { after, limit });
        return { ...found, next: next && cursors.encode(next) };
      },
      all: (list) => answers.search.all(ask, { ...list, withNotes: true }, null, 'sort_newest'),
      async findNext(selection, after, order) {
        const start = { after: { key: null, id: after }, limit: 1, scanned: answersPerSlice };
        const { rows } = await answers.search.page(ask, { selection, sort: byCreation, order }, start);
        return rows[0] ? answers.wireId(rows[0].id) : null;
      },
      count: (selection, upTo, limits) => answers.search.count(ask, selection, upTo, limits),
      change: (ids, change) => answers.change(ask, ids, toAnswerChange(change)),
      changeMatching: (selection, change, range, limits) =>
        answers.changeMatching(ask, selection, toAnswerChange(change), range, limits),
      findNoted: (answerId) => answers.findNoted(ask, answerId),
    },
  };
}

/** The last time that a timestamp of the API can express. */
const lastTime: Micros = Date.UTC(9999, 11, 31, 23, 59, 59, 999) * 1_000;

function textOf(time: Micros | null): string | null {
  return time === null ? null : formatTimestamp(Math.min(time, lastTime));
}
