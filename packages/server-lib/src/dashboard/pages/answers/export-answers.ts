import type { Services } from '../../../assemble-services.js';
import { fault } from '../../../faults/fault.js';
import { invalidField } from '../../../faults/invalid-field.js';
import type { Reply } from '../../../http/exchange.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { csvFile, jsonLines, withHeaders } from '../../../http/reply.js';
import { xlsxFile } from '../../../http/spreadsheets/xlsx-file.js';
import { readColumnOrder } from '../../asks/answers/answer-order.js';
import type { ReadAnswer } from '../../asks/answers/answer-table.js';
import { type AnswersQuery, readAnswersQuery } from '../../asks/answers/answers-query.js';
import { findAllAnswers } from '../../asks/answers/search-answers.js';
import { sortAllAnswers } from '../../asks/answers/sort-all-answers.js';
import { toSearch } from '../../asks/answers/to-search.js';
import type { OwnerAsk } from '../../asks/owner-ask.js';
import { createOwnerAsks } from '../../asks/owner-asks.js';
import type { Guards } from '../../guards.js';
import { queryParam } from '../../query.js';

/** `/dashboard/asks/{id}/answers/export`: the answers that match the filters, as a file. */
export function exportAnswersRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = createOwnerAsks(services);
  return [
    {
      path: '/dashboard/asks/{id}/answers/export',
      get: guards.getAsOwner(async (request) => {
        const { session, exchange, params } = request;
        const ask = await asks.find(session, params['id'] ?? '');
        const query = readAnswersQuery(exchange.query);
        const format = queryParam(request, 'format') ?? 'csv';
        const day = new Date(services.clock.now() / 1000).toISOString().slice(0, 10);
        return services.heavyRequests.run('export', session.scope.account, exchange, async () =>
          exportAnswers(ask, query, format, `${ask.id}-${ask.answersName}-${day}`),
        );
      }),
    },
  ];
}

/** Returns a stream with the answers. It is never compressed: IDs give access to answers, next to texts of visitors. */
function exportAnswers(ask: OwnerAsk, query: AnswersQuery, format: string, name: string): Reply {
  const { table } = ask.answers;
  const search = toSearch(query, table);
  const order = readColumnOrder(query.sort, table.columns);
  const batches = order
    ? sortAllAnswers(ask, search, order)
    : findAllAnswers(ask, search, query.sort === 'oldest' ? 'asc' : 'desc');
  const labels = table.columns.map(({ label }) => label);
  const toCells = (answer: ReadAnswer) => table.columns.map((_column, index) => answer.cell(index)?.value ?? null);
  switch (format) {
    case 'csv':
      return csvFile(name, labels, mapBatches(batches, toCells));
    case 'xlsx':
      return xlsxFile(name, labels, mapBatches(batches, toCells));
    case 'jsonl': {
      const toLine = ({ row, tags, note }: ReadAnswer) => ({ ...ask.answers.show(row), tags, note });
      return withHeaders(jsonLines(mapBatches(batches, toLine)), [
        'content-disposition',
        `attachment; filename="${name}.jsonl"`,
      ]);
    }
    default:
      throw invalidField('format', fault('not_one_of', { values: '"csv", "jsonl" or "xlsx"' }));
  }
}

async function* mapBatches<Item>(
  batches: AsyncIterable<readonly ReadAnswer[]>,
  toItem: (answer: ReadAnswer) => Item,
): AsyncGenerator<readonly Item[]> {
  for await (const answers of batches) yield answers.map(toItem);
}
