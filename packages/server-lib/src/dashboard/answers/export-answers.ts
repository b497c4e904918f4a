import { invalidField } from '../../base/faults/invalid-field.js';
import { type AnswerFileContent, answerFileFormats, answersFile } from '../../core/answers/answers-file.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { fileReply } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { fault } from '../../shared/faults/fault.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { createOwnerAsks } from '../asks/owner-asks.js';
import type { Guards } from '../guards.js';
import { queryParam } from '../query.js';
import { type AnswerPageQuery, readAnswersQuery } from './answers-query.js';
import { toAnswerList } from './to-answer-list.js';

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
        return services.heavyRequests.run('export', session.scope.account, exchange, () =>
          exportAnswers(ask, query, format, `${ask.id}-${ask.answersName}-${day}`),
        );
      }),
    },
  ];
}

/** Returns a stream with the answers of a list. */
async function exportAnswers(ask: OwnerAsk, query: AnswerPageQuery, format: string, name: string): Promise<Reply> {
  const { table, show, all } = ask.answers;
  const known = answerFileFormats.find((one) => one === format);
  if (!known) throw invalidField('format', fault('not_one_of', { values: '"csv", "jsonl" or "xlsx"' }));
  const file: AnswerFileContent = {
    name,
    columns: table.columns.map(({ label }) => label),
    toCells(row) {
      const answer = table.read(row);
      return table.columns.map((_column, index) => answer.cell(index)?.value ?? null);
    },
    toObject(row) {
      const { tags, note } = table.read(row);
      return { ...show(row), tags, note };
    },
  };
  return fileReply(answersFile(known, file, await all(toAnswerList(query, table.columns))));
}
