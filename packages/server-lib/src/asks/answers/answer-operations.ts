import { defineOperation, noInput, type Target } from '../../api/operations/operation.js';
import { AskwellError } from '../../errors.js';
import { noContentResponse, resourceResponse } from '../../http/operation-docs.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { askTarget } from '../ask-target.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { KindServices } from '../kind-services.js';
import type { KindTypes } from '../kind-types.js';
import { kindWords } from '../kind-words.js';
import { answerChanges } from '../notes/note-schema.js';
import { answerIdParam } from '../schemas/examples.js';
import type { NotedAnswerRow } from './answer-queries.js';

/** An answer with its ask. */
export interface OwnedAnswer<Own> {
  readonly ask: StoredAsk<Own>;
  readonly row: NotedAnswerRow;
}

/** Returns what an owner can do with one answer to an ask of one kind. */
export function answerOperations<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  const { kind, answers, schemas } = services;
  const { an, Answer } = kindWords[kind.name];
  const all = askTarget(services, `/${kind.answers}`);
  const one: Target<OwnedAnswer<Own>> = {
    path: `${all.path}/{answer}`,
    params: { ...all.params, answer: answerIdParam(kind.name) },
    async find(scope, ids) {
      const owned = await all.find(scope, ids);
      const row = owned && (await answers.findNoted(owned.ask, ids['answer'] ?? ''));
      return row && { ask: owned.ask, row };
    },
  };
  const tagOf = ({ ask, row }: OwnedAnswer<Own>) => answers.tagOf(ask, row);
  const shown = (found: OwnedAnswer<Own>) => ({ data: answers.showNoted(found.ask, found.row), tag: tagOf(found) });

  return {
    get: defineOperation({
      method: 'GET',
      target: one,
      doc: {
        id: `get${Answer}`,
        summary: `Get ${an}`,
        responses: [resourceResponse(schemas.answer, ['ETag'])],
        tool: { name: 'get_answer', title: 'Get a vote, an attempt or a submission' },
      },
      effect: 'read',
      input: noInput,
      isSecret: true,
      run: async ({ found }) => shown(found),
    }),

    update: defineOperation({
      method: 'PATCH',
      target: one,
      doc: {
        id: `update${Answer}`,
        summary: `Set the tags and the note of ${an}`,
        description: `Visitors do not see them. Members that are not sent stay unchanged. What the visitor sent cannot be changed, and \`updated_at\` stays.`,
        responses: [resourceResponse(schemas.answer, ['ETag'])],
        tool: { name: 'update_answer', title: 'Set the tags and the note of a vote, an attempt or a submission' },
      },
      effect: 'write_answers',
      input: answerChanges,
      isSecret: true,
      versionOf: ({ row }) => row.updated_at,
      tagOf,
      async run({ scope, found: { ask, row }, onlyVersion }, changes) {
        await answers.saveNote(scope, ask, row.id, changes, onlyVersion === null ? null : row);
        const changed = await answers.findNoted(ask, answers.wireId(row.id));
        if (!changed) throw new AskwellError('not_found');
        return shown({ ask, row: changed });
      },
    }),

    delete: defineOperation({
      method: 'DELETE',
      target: one,
      doc: {
        id: `delete${Answer}`,
        summary: `Delete ${an}`,
        description: 'Updates the results. The visitor may answer again.',
        responses: [noContentResponse],
        tool: { name: 'delete_answer', title: 'Delete a vote, an attempt or a submission' },
      },
      effect: 'write_answers',
      input: noInput,
      versionOf: ({ row }) => row.updated_at,
      tagOf,
      async run({ found: { ask, row }, onlyVersion }) {
        await answers.delete(ask, row.id, onlyVersion === null ? null : row);
        return { data: undefined };
      },
    }),
  };
}
