import { z } from 'zod';
import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { truncate } from '../../base/truncate.js';
import type { AnswerCell } from '../../core/answers/answer-column.js';
import type { NotedAnswerRow } from '../../core/answers/answer-queries.js';
import type { AnswerCount } from '../../core/answers/answer-search.js';
import { type AnswerSelection, isIndexed } from '../../core/answers/answer-selection.js';
import {
  type AnswerFileContent,
  answerFileFormats,
  answersFile,
  fileColumns,
  sheetValue,
} from '../../core/answers/answers-file.js';
import { parseNote } from '../../core/answers/parse-note.js';
import { byCreation } from '../../core/answers/sort-position.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { fileReply, seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { fault } from '../../shared/faults/fault.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { askPath } from '../home/ask-path.js';
import { withNotice } from '../layout/notice.js';
import { pageSize, scanLimits } from '../limits.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { checkForm, formText } from '../read-form.js';
import type { SubmittedForm } from '../submitted-form.js';
import type { ReadAnswer } from './answer-table.js';
import { answerView } from './answer-view.js';
import { type AnswerPageQuery, readAnswersQuery, writeAnswersQuery } from './answers-query.js';
import { answersView } from './answers-view.js';
import { bulkAnswersRoutes } from './bulk-pages.js';
import { keepChosenColumns, readChosenColumns } from './column-cookie.js';
import { deleteAnswersRoutes } from './delete-page.js';
import { hasAnswerFilters } from './filter-chips.js';
import { latestAnswersRoutes } from './latest-page.js';
import { readCount } from './read-bulk-form.js';
import { toAnswerList, toSelection } from './to-answer-list.js';

const noFields = z.strictObject({});
const noteForm = z.strictObject({ tags: formText.default(''), note: formText.default('') });

/** All pages about answers. */
export function answerPagesRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const pages = [
    answerListRoutes,
    answerRoutes,
    bulkAnswersRoutes,
    deleteAnswersRoutes,
    exportAnswersRoutes,
    latestAnswersRoutes,
  ];
  return pages.flatMap((routes) => routes(services, guards));
}

/** `/dashboard/asks/{id}/answers/{answer}`: one answer, its tags and its note. */
function answerRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);

  async function find({ session, params }: OwnerRequest): Promise<{ ask: OwnerAsk; answer: ReadAnswer }> {
    const ask = await asks.find(session, params['id'] ?? '');
    const row = await ask.answers.findNoted(params['answer'] ?? '');
    if (!row) throw new AskwellError('not_found');
    return { ask, answer: ask.answers.table.read(row) };
  }

  async function show(request: OwnerRequest, form?: SubmittedForm, problem?: FormError): Promise<PageReply> {
    const { ask, answer } = await find(request);
    const query = readAnswersQuery(request.exchange.query);
    const { columns } = ask.answers.table;
    const selection = toSelection(query, columns);
    const [newer, older] = await Promise.all([
      ask.answers.findNext(selection, answer.row.id, 'asc'),
      ask.answers.findNext(selection, answer.row.id, 'desc'),
    ]);
    const values = form?.values ?? { tags: answer.tags.join(', '), note: answer.note };
    const path = askPath(request.base, ask.id, 'answers');
    const body = answerView({ path, query, columns, answer, newer, older, values, problem });
    const isProblem = problem !== undefined;
    // The ID of the answer gives access to it, and a visitor wrote its texts.
    return page(askPage(request, ask, { tab: 'answers', body, isProblem }), { ...problem, echoesInput: true });
  }

  return [
    { path: '/dashboard/asks/{id}/answers/{answer}', get: guards.getAsOwner((request) => show(request)) },
    {
      path: '/dashboard/asks/{id}/answers/{answer}/note',
      post: guards.postDefinitionAsOwner((request, form) =>
        showErrors(
          async () => {
            const { ask, answer } = await find(request);
            const { tags, note } = parseNote(checkForm(noteForm, form));
            await ask.run(ask.operations.answers.update, { tags: [...tags], note }, { answer: answer.id });
            const query = readAnswersQuery(request.exchange.query);
            const path = `${askPath(request.base, ask.id, 'answers')}/${answer.id}`;
            return seeOther(`${path}${writeAnswersQuery(query, { notice: 'note-saved' })}`);
          },
          (problem) => show(request, form, problem),
        ),
      ),
    },
    {
      path: '/dashboard/asks/{id}/answers/{answer}/delete',
      post: guards.postAsOwner(async (request, form) => {
        const { ask, answer } = await find(request);
        checkForm(noFields, form);
        await ask.run(ask.operations.answers.delete, {}, { answer: answer.id });
        return seeOther(withNotice(askPath(request.base, ask.id, 'answers'), 'answer-deleted'));
      }),
    },
  ];
}

/** `/dashboard/asks/{id}/answers`: the answers of an ask in a table. */
function answerListRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);
  return [
    {
      path: '/dashboard/asks/{id}/answers',
      get: guards.getAsOwner(async (request) => {
        const ask = await asks.find(request.session, request.params['id'] ?? '');
        const sent = readAnswersQuery(request.exchange.query);
        const query = sent.choosesColumns ? sent : { ...sent, columns: readChosenColumns(request.exchange) };
        const { table } = ask.answers;
        const cursor = queryParam(request, 'cursor');
        const list = toAnswerList(query, table.columns);
        const { session, exchange } = request;
        const place = { path: askPath(request.base, ask.id, 'answers'), secure: services.cookiePlace.secure };
        // Searching, sorting and counting reads many answers: one request of an account at a time.
        const isLight = isIndexed(list.selection) && list.sort === byCreation && !hasAnswerFilters(query);
        const weight = isLight ? 'light' : 'job';
        return services.heavyRequests.run(weight, session.scope.account, exchange, async () => {
          const [found, matching] = await Promise.all([
            ask.answers.page(list, { cursor, limit: pageSize }),
            countMatching(ask, query, list.selection),
          ]);
          const body = await answersView({
            path: askPath(request.base, ask.id, 'answers'),
            account: ask.account,
            query,
            columns: table.columns,
            found,
            answers: found.rows.map(table.read),
            total: ask.shown.answers_count,
            matching,
            first: readCount('first', queryParam(request, 'first') ?? '') ?? 1,
            isContinued: cursor !== undefined,
            addsCondition: queryParam(request, 'add') === 'condition',
            languages: ask.shown.languages,
            sharePath: askPath(request.base, ask.id, 'share'),
          });
          // The search texts of the query are shown next to answers.
          return page(askPage(request, ask, { tab: 'answers', body }), {
            echoesInput: true,
            headers: sent.choosesColumns ? keepChosenColumns(exchange, sent.columns, place) : [],
          });
        });
      }),
    },
  ];
}

/** Returns how many answers match. Null without filters, because all do. */
async function countMatching(
  ask: OwnerAsk,
  query: AnswerPageQuery,
  selection: AnswerSelection,
): Promise<AnswerCount | null> {
  if (!hasAnswerFilters(query)) return null;
  const upTo = await ask.answers.latestId();
  return upTo === null ? { count: 0, isCut: false } : ask.answers.count(selection, upTo, scanLimits);
}

/** `/dashboard/asks/{id}/answers/export`: the answers that match the filters, as a file. */
function exportAnswersRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);
  return [
    {
      path: '/dashboard/asks/{id}/answers/export',
      get: guards.getAsOwner(async (request) => {
        const { session, exchange, params } = request;
        const ask = await asks.find(session, params['id'] ?? '');
        const query = readAnswersQuery(exchange.query);
        const day = new Date(services.clock.now() / 1000).toISOString().slice(0, 10);
        const choices = {
          format: queryParam(request, 'format') ?? 'csv',
          name: `${fileName(ask.shown.title) || ask.id} ${day}`,
          hasMark: queryParam(request, 'mark') === '1',
          splitsLists: queryParam(request, 'options') === 'columns',
          language: queryParam(request, 'lang'),
        };
        return services.heavyRequests.run('export', session.scope.account, exchange, () =>
          exportAnswers(ask, query, choices),
        );
      }),
    },
  ];
}

/** What the file of an export has. */
interface ExportChoices {
  readonly format: string;
  /** The name of the file, without its extension. */
  readonly name: string;
  readonly hasMark: boolean;
  readonly splitsLists: boolean;
  /** The language of questions and options. Default: the first one of the ask. */
  readonly language: string | undefined;
}

/** Returns a stream with the answers of a list. */
async function exportAnswers(
  ask: OwnerAsk,
  query: AnswerPageQuery,
  { format, name, hasMark, splitsLists, language }: ExportChoices,
): Promise<PageReply> {
  const { show, all } = ask.answers;
  const table = language === undefined ? ask.answers.table : ask.answers.tableIn(language);
  const known = answerFileFormats.find((one) => one === format);
  if (!known) throw invalidField('format', fault('not_one_of', { values: '"csv", "jsonl" or "xlsx"' }));
  const columns = fileColumns(table.columns, splitsLists);
  const cellsOf = <Value>(row: NotedAnswerRow, whole: (cell: AnswerCell) => Value) => {
    const answer = table.read(row);
    return columns.map(({ index, pick }) => {
      const cell = answer.cell(index);
      return cell && (pick ? pick(cell) : whole(cell));
    });
  };
  const file: AnswerFileContent = {
    name,
    columns: columns.map(({ label }) => label),
    hasMark,
    toCells: (row) => cellsOf(row, ({ value }) => value),
    toSheetCells: (row) => cellsOf(row, sheetValue),
    toObject(row) {
      const { tags, note } = table.read(row);
      return { ...show(row), tags, note };
    },
  };
  return fileReply(answersFile(known, file, await all(toAnswerList(query, table.columns))));
}

/** Returns a title without the characters that file systems do not allow, and not too long. */
function fileName(title: string): string {
  const clean = title.replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|%]+/gu, ' ').replace(/\s+/g, ' ');
  return truncate(clean, 80).replace(/^[. ]+|[. ]+$/g, '');
}
