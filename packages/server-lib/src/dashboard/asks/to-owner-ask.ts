import type { Session } from '../../access/session.js';
import { selectDefinitionKey } from '../../asks/code-definitions/code-definition-queries.js';
import type { OwnedAsk } from '../../asks/definition/ask-service.js';
import type { KindTypes } from '../../asks/kind-types.js';
import { previewQuery } from '../../asks/read/previews.js';
import type { ResultLinks } from '../../asks/result-links/link-service.js';
import type { AskDraft } from '../../contract/resources.js';
import { nextTurn } from '../../event-loop.js';
import { createLocalizer } from '../../messages/localizer.js';
import { check } from '../../validation/check.js';
import { createAnswerTable } from './answers/answer-table.js';
import type { OwnerAsk } from './owner-ask.js';
import { createOwnerResults, type KindParts } from './owner-results.js';

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
  const { kind, asks, copyAsk, answers, tickets, visitorViews, previews, workingCopies } = services;
  const { ask } = owned;
  const id = asks.wireId(ask);
  const localizer = createLocalizer(ask.terms.locale);
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

    setStatus: (status) => asks.update(scope, ask, check(kind.changes, { status })),
    delete: () => asks.delete(scope, ask),
    copy: async () => asks.wireId((await copyAsk(scope, ask)).ask),
    previewPath: () => `/p/${id}${previewQuery(previews.sign(ask))}`,

    workingCopy: {
      open: () => workingCopies.open(ask),
      async review(draft) {
        const { issues, refusals, ask: changed } = await workingCopies.review(owned, draft);
        const view = changed && (await visitorViews.preview({ ...changed, status: 'draft' }));
        // The page of the largest definitions takes some milliseconds as well.
        await nextTurn(ask.account);
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
      async issue(references) {
        const { issueRef } = await tickets.issue(ask, references, null);
        return (await tickets.show(ask, issueRef)).tickets;
      },
      withdraw: (code) => tickets.withdraw(ask, code),
      list: (filter, page) => tickets.list(ask, filter, page),
      delete: (ticketId) => tickets.delete(ask, ticketId),
      withdrawUnused: () => tickets.withdrawUnused(ask),
    },

    answers: {
      list: (filter, page) => answers.list(ask, filter, page),
      find: (answerId) => answers.find(ask, answerId),
      show: (row) => answers.show(ask, row),
      delete: (answerId) => answers.delete(ask, answerId),
      deleteSome: (ids) => answers.deleteSome(ask, ids),
      deletePart: (writes) => answers.deletePart(ask, writes),

      table: createAnswerTable(columnsOf(kind.show(ask.own), english), {
        isAnonymous: ask.terms.anonymous,
        wireId: answers.wireId,
        parse: (row) => kind.showAnswer(ask.own, answers.parse(row)),
      }),
      listNoted: (filter, page, onlyNoted) => answers.listNoted(ask, filter, page, onlyNoted),
      findSome: (ids) => answers.findSomeNoted(ask, ids),
      findNoted: (answerId) => answers.findNoted(ask, answerId),
      saveNote: (answerId, note) => answers.saveNote(scope, ask, answerId, note),
      tag: (ids, change) => answers.tag(scope, ask, ids, change),
    },
  };
}
