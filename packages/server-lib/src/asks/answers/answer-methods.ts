import type { KeyedMethod } from '../../api/keyed-method.js';
import { read, removeMatching } from '../../api/keyed-methods.js';
import type { RequestWeight } from '../../api/overload/heavy-requests.js';
import type { PrefixedParams } from '../../api/query-params.js';
import { invalidField } from '../../faults/invalid-field.js';
import { resource } from '../../http/reply.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import type { OwnedAsk } from '../definition/ask-service.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { KindServices } from '../kind-services.js';
import type { KindTypes } from '../kind-types.js';
import type { kindOperationDocs } from '../operation-docs.js';
import { countAnswers } from '../results/filtered/count-answers.js';
import { answerQueries, type FilterQuery } from './filters/answer-params.js';
import { parseSelection } from './filters/parse-selection.js';
import { replyWithAnswers } from './list-answers.js';

type Docs = ReturnType<typeof kindOperationDocs>;

/** Returns the methods of one kind that take filters of answers. */
export function answerMethods<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
  doc: Pick<Docs, 'listAnswers' | 'deleteAnswers' | 'results'>,
): Record<'list' | 'deleteMatching' | 'results', KeyedMethod<OwnedAsk<Own>>> {
  const { kind, asks, answers } = services;
  const queries = answerQueries[kind.name];
  const { prefix, inputsDoc: description, example } = kind.filters;
  const select = (ask: StoredAsk<Own>, query: FilterQuery, inputs: UrlencodedFields) =>
    parseSelection(kind, ask, query, inputs);
  const prefixed: PrefixedParams = { prefix, description, example };
  const versionOf = ({ ask }: OwnedAsk<Own>) => ask.version;

  const list: KeyedMethod<OwnedAsk<Own>> = read(
    doc.listAnswers,
    async ({ found: { ask }, prefixed }, query) =>
      replyWithAnswers(
        query,
        { ask, search: answers.search, columns: answers.columns(ask), selection: select(ask, query, prefixed) },
        {
          name: `${asks.wireId(ask)}-${kind.answers}`,
          columns: answers.csvColumns(ask),
          toCells: (row) => answers.csvCells(ask, row),
          toObject: (row) => answers.showNoted(ask, row),
        },
      ),
    queries.list,
    listWeight,
  );

  const deleteMatching: KeyedMethod<OwnedAsk<Own>> = removeMatching(
    doc.deleteAnswers,
    async ({ found: { ask }, onlyVersion, prefixed }, { all, ...filter }) => {
      const isFiltered = isAnySet(filter) || isAnySet(prefixed);
      if (!isFiltered && all === undefined) throw invalidField('all', fault('needs_true'));
      if (isFiltered && all !== undefined) throw invalidField('all', fault('all_with_filter'));
      if (!isFiltered) return answers.deleteAll(ask, onlyVersion);
      await answers.deleteMatching(ask, select(ask, filter, prefixed), onlyVersion);
    },
    { versionOf, effect: 'write_answers', query: queries.deletion, weight: () => 'job' },
  );

  const readResults: KeyedMethod<OwnedAsk<Own>> = read(
    doc.results,
    async ({ found: { ask }, prefixed }, query) =>
      resource(200, await countAnswers(services, ask, select(ask, query, prefixed))),
    queries.results,
    (query) => (isAnySet(query) ? 'job' : 'light'),
  );

  return {
    list: { ...list, prefixed },
    deleteMatching: { ...deleteMatching, prefixed },
    results: { ...readResults, prefixed },
  };
}

/** The parameters of lists that an index serves. Others read many answers. */
const lightParams: ReadonlySet<string> = new Set([
  ...['limit', 'cursor', 'order', 'format', 'since', 'until', 'voter_ref', 'respondent'],
]);

function listWeight({ format = 'json', sort = 'created_at', ...query }: UrlencodedFields): RequestWeight {
  if (format !== 'json') return 'export';
  return sort === 'created_at' && Object.keys(query).every((name) => lightParams.has(name)) ? 'light' : 'job';
}

function isAnySet(query: object): boolean {
  return Object.values(query).some((value) => value !== undefined);
}
