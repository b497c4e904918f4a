import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { objectParameter } from '../../base/validation/call-checks.js';
import { answerQueries } from '../../core/answers/answer-params.js';
import type { NotedAnswerRow } from '../../core/answers/answer-queries.js';
import { listAnswersOf } from '../../core/answers/list-answers.js';
import { answerChanges } from '../../core/answers/note-schema.js';
import { parseSelection } from '../../core/answers/parse-selection.js';
import type { OwnedAsk } from '../../core/asks/ask-service.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindDefinition } from '../../core/kind-definition.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import { batchBodyLimit, maxWaitingBatches } from '../../core/limits.js';
import { batchResults } from '../../core/schemas/batch-schema.js';
import { answerIdParam } from '../../core/schemas/examples.js';
import { batchRequest } from '../../core/submit/parse-batch-answer.js';
import { listResponse, noContentResponse, resourceResponse } from '../../http/operation-docs.js';
import type { PrefixedParams } from '../../http/query-params.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { dateText } from '../operations/call-operation.js';
import { defineList, defineOperation, noInput, type Target } from '../operations/operation.js';
import type { RequestWeight } from '../overload/heavy-requests.js';
import { askTarget } from './ask-target.js';

/** An answer with its ask. */
export interface OwnedAnswer<Own> {
  readonly ask: StoredAsk<Own>;
  readonly row: NotedAnswerRow;
}

/** Returns what an owner can do with the answers to an ask of one kind. */
export function answerOperations<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  const { kind, answers, schemas } = services;
  const { an, Answer, Answers } = kindWords[kind.name];
  const queries = answerQueries[kind.name];
  const prefixed = inputParamsOf(kind);
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

    list: defineList({
      method: 'GET',
      target: all,
      doc: {
        id: `list${Answers}`,
        summary: `List ${kind.answers}`,
        description: 'A page with filters can have less than `limit` and still a `next_cursor`.',
        responses: [
          listResponse(schemas.answer, {
            headers: ['Content-Disposition'],
            content: {
              'text/csv': { text: `All ${kind.answers}, one per row, after a header row.`, example: schemas.csv },
            },
          }),
        ],
        tool: { name: 'list_answers', title: 'List the votes, attempts or submissions of a poll, quiz or form' },
      },
      effect: 'read',
      input: queries.list,
      prefixed,
      isSecret: true,
      weight: answersWeight,
      list: ({ found: { ask }, prefixed: inputs }, query) =>
        listAnswersOf(services, ask, query, parseSelection(kind, ask, query, inputs)),
    }),

    deleteWhere: defineOperation({
      method: 'DELETE',
      target: all,
      doc: {
        id: `deleteAll${Answers}`,
        summary: `Delete all ${kind.answers}, or some`,
        description: `Deletes the ${kind.answers} that the filters find. Without a filter, \`all=true\` is required. Updates the results.`,
        responses: [noContentResponse],
        tool: {
          name: 'delete_all_answers',
          title: 'Delete all votes, attempts or submissions of a poll, quiz or form',
        },
      },
      effect: 'write_answers',
      input: queries.deletion,
      prefixed,
      argument: {
        parameter: objectParameter('choice'),
        // Calls name the deletion of all answers by an empty filter, which a request could send by mistake. A filter whose members are
        // all undefined is a mistake too, such as the reference of a visitor who has none.
        toInput: (choice) => (Object.keys(Object(choice)).length > 0 ? Object(choice) : { all: 'true' }),
        toResult: (data) => (data && 'deleted' in data ? data.deleted : 0),
      },
      weight: () => 'job',
      versionOf: ({ ask }: OwnedAsk<Own>) => ask.version,
      async run({ found: { ask }, onlyVersion, prefixed: inputs }, { all: isAll, ...filter }) {
        const isFiltered = isAnySet(filter) || isAnySet(inputs);
        if (!isFiltered && isAll === undefined) throw invalidField('all', fault('needs_true'));
        if (isFiltered && isAll !== undefined) throw invalidField('all', fault('all_with_filter'));
        if (!isFiltered) return { data: { deleted: await answers.deleteAll(ask, onlyVersion) } };
        const selection = parseSelection(kind, ask, filter, inputs);
        return { data: { deleted: await answers.deleteMatching(ask, selection, onlyVersion) } };
      },
    }),

    batch: batchOperation(services, all),
  };
}

/** Returns the query parameters that filter the answers to asks of a kind by one input. */
export function inputParamsOf({
  filters: { prefix, inputsDoc: description, example },
}: Pick<KindDefinition<AskDraft, never, never>, 'filters'>): PrefixedParams {
  return { prefix, description, example };
}

/** The parameters of lists for which an index is used. Lists with other parameters read many answers. */
const lightParams: ReadonlySet<string> = new Set([
  ...['limit', 'cursor', 'order', 'format', 'since', 'until', 'voter_ref', 'respondent'],
]);

function answersWeight({ format = 'json', sort = 'created_at', ...query }: UrlencodedFields): RequestWeight {
  if (format !== 'json') return 'export';
  return sort === 'created_at' && Object.keys(query).every((name) => lightParams.has(name)) ? 'light' : 'job';
}

/** Returns whether an object has a member that is not undefined. */
export function isAnySet(members: object): boolean {
  return Object.values(members).some((value) => value !== undefined);
}

/** Returns the operation that records many answers at once. */
function batchOperation<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind, batches, schemas }: KindServices<Draft, Own, Body, W>,
  all: Target<OwnedAsk<Own>>,
) {
  return defineOperation({
    method: 'POST',
    target: { ...all, path: `${all.path}/batch` },
    doc: {
      id: `record${kindWords[kind.name].Answers}`,
      summary: `Record many ${kind.answers}`,
      description: `For servers of owners: imports, kiosks, and pages of their own. Records up to 1,000 ${kind.answers} with the checks of \`POST ${all.path}\`, without its rate limit. The response has a result for each, in the same order. With \`atomic\`, a refused one results in a 422 with the faults of all, and none is recorded.`,
      responses: [{ ...resourceResponse(batchResults), description: 'The result of each answer.' }],
    },
    effect: 'write_answers',
    input: batchRequest,
    inputDoc: schemas.batch,
    bodyLimit: batchBodyLimit,
    argument: {
      parameter: { name: 'answers', expected: 'an array', accepts: Array.isArray },
      options: ['atomic', 'receipts'],
      toInput: (answers, options) => ({
        ...('atomic' in options && { atomic: options.atomic }),
        ...('receipts' in options && { receipts: options.receipts }),
        answers: Array.isArray(answers) ? answers.map(withTextTime) : answers,
      }),
    },
    isSecret: true,
    weight: () => 'job',
    maxWaiting: maxWaitingBatches,
    versionOf: ({ ask }) => ask.version,
    async run({ scope, found: { ask }, onlyVersion, idempotency, client }, request) {
      const recorded = await batches.record(scope, ask, { ...request, client, idempotency, onlyVersion });
      return { data: recorded.results, replayed: recorded.replayed };
    },
    replay: async (_call, stored) => ({ data: batches.showStored(stored) }),
  });
}

/** Returns an answer of a batch whose time is a text, as in a request. */
function withTextTime(answer: unknown): unknown {
  const hasTime = typeof answer === 'object' && answer !== null && 'created_at' in answer;
  return hasTime && answer.created_at instanceof Date ? { ...answer, created_at: dateText(answer.created_at) } : answer;
}
