import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from '../src/api/openapi/operation-list.js';
import { createApiEndpoints } from '../src/instance-pipeline.js';
import { type ApiCommand, apiCommands } from '../src/tools/cli/api-commands.js';
import { flagsOf } from '../src/tools/cli/api-flags.js';
import { chooseOperation, toRequest } from '../src/tools/cli/command-request.js';
import { readWords } from '../src/tools/cli/read-words.js';
import { createTestClock } from '../src/tools/testing/test-clock.js';
import {
  type ListedAnswer,
  listPlainly,
  type PlainCondition,
  type PlainQuery,
  queriesOf,
  type RandomAsk,
  randomAsks,
} from './support/asks/listed-answers.js';
import {
  type AnswerPages,
  answerIdsIn,
  answersPath,
  linkIn,
  startAnswerPages,
} from './support/browser/answer-pages.js';
import { call, connectMcp } from './support/mcp/mcp-client.js';

/*
 * Every surface lists the same answers in the same order: the REST API in pages and as a file, the functions of the host's process, the
 * tool of agents, `askwell api` and the table of the dashboard. A simple filter and a simple sort compute the expected answers.
 */

let pages: AnswerPages;
let commands: readonly ApiCommand[];
const { clock, source } = createTestClock('2026-03-01T11:59:00Z');
beforeAll(async () => {
  pages = await startAnswerPages({ clock: source, mcp: {} });
  commands = apiCommands(describeApi(createApiEndpoints(pages.server.services)));
});
afterAll(() => pages.server.close());

const names = {
  poll: { plural: 'polls', answers: 'votes' },
  quiz: { plural: 'quizzes', answers: 'attempts' },
  form: { plural: 'forms', answers: 'submissions' },
} as const;

/** An ask as it is stored, with its answers. */
interface StoredAsk extends RandomAsk {
  readonly id: string;
  readonly stored: readonly ListedAnswer[];
}

/** The functions of the host's process, whatever the kind of ask. */
interface AnyKind {
  create(account: unknown, draft: object): Promise<{ id: string }>;
  readonly answers: {
    list(account: unknown, id: string, choice: object): AsyncIterable<{ id: string }>;
  };
}

function functionsOf(kind: RandomAsk['kind']): AnyKind {
  const { polls, quizzes, forms } = pages.server.askwell;
  return Object({ poll: polls, quiz: quizzes, form: forms }[kind]);
}

async function submit(kind: RandomAsk['kind'], id: string, content: object, visitor: object): Promise<string> {
  const { polls, quizzes, forms } = pages.server.askwell;
  const create = { poll: polls.votes.create, quiz: quizzes.attempts.create, form: forms.submissions.create }[kind];
  return (await Reflect.apply(create, undefined, [id, content, visitor])).id;
}

async function store(ask: RandomAsk): Promise<StoredAsk> {
  const { owner, account } = pages;
  const terms = ask.isNamed ? { one_per: 'user', anonymous: false } : { one_per: null };
  const { id } = await functionsOf(ask.kind).create(account, { title: 'Ask', ...terms, ...ask.draft });
  const noted = new Map<string, Pick<ListedAnswer, 'tags' | 'note'>>();
  for (const [nth, { content, language, tags, note, delay }] of ask.answers.entries()) {
    await clock.advance(delay);
    const visitor = { ...(ask.isNamed && { id: `user-${nth}` }), ...(language && { language }) };
    const answer = await submit(ask.kind, id, content, visitor);
    noted.set(answer, { tags, note });
    if (tags.length === 0 && note === '') continue;
    const page = await owner.submit(`${answersPath(id)}/${answer}/note`, { tags: tags.join(','), note });
    expect(page.status).toBe(303);
  }
  const lines = await get(`${listPath({ ...ask, id })}?format=jsonl`);
  const stored = lines
    .split('\n')
    .slice(0, -1)
    .map((line): ListedAnswer => {
      const shown = JSON.parse(line);
      const { tags, note } = noted.get(shown.id) ?? expect.unreachable('Every answer was just given.');
      return { id: shown.id, shown, tags, note };
    });
  return { ...ask, id, stored };
}

const listPath = ({ kind, id }: Pick<StoredAsk, 'kind' | 'id'>) =>
  `/api/v1/${names[kind].plural}/${id}/${names[kind].answers}`;

async function get(path: string): Promise<string> {
  const { server, key } = pages;
  const response = await server.fetch(server.url + path, { headers: { 'x-api-key': key } });
  const text = await response.text();
  if (response.status !== 200) expect.unreachable(`${path}: ${text}`);
  return text;
}

const filterOf = ({ column, operator, value }: PlainCondition) =>
  value === '' ? `${column}:${operator}` : `${column}:${operator}:${value}`;

const nextDay = (day: string) => new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10);

/** Returns the parameters of the API for a query. */
function choiceOf({ conditions, q, tag, since, until, language, sort, order }: PlainQuery) {
  return {
    ...(conditions.length > 0 && { filter: conditions.map(filterOf) }),
    ...(q !== undefined && { q }),
    ...(tag !== undefined && { tag }),
    ...(since !== undefined && { since: `${since}T00:00:00Z` }),
    ...(until !== undefined && { until: `${nextDay(until)}T00:00:00Z` }),
    ...(language !== undefined && { language }),
    sort,
    order,
  };
}

const pairsOf = (query: PlainQuery): [string, string][] =>
  Object.entries(choiceOf(query)).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : value.map((one): [string, string] => [name, one]),
  );

/** Reads all pages of a list, each by its cursor. */
async function walk(read: (cursor: string | undefined) => Promise<unknown>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, meta } = Object(await read(cursor));
    ids.push(...data.map(({ id }: { id: string }) => id));
    if (meta.next_cursor === null) return ids;
    cursor = meta.next_cursor;
  }
}

function listByApi(ask: StoredAsk, query: PlainQuery): Promise<string[]> {
  return walk(async (cursor) => {
    const params = new URLSearchParams([...pairsOf(query), ['limit', String(query.limit)]]);
    if (cursor !== undefined) params.set('cursor', cursor);
    return JSON.parse(await get(`${listPath(ask)}?${params}`));
  });
}

async function listInFile(ask: StoredAsk, query: PlainQuery): Promise<string[]> {
  const lines = await get(`${listPath(ask)}?${new URLSearchParams([...pairsOf(query), ['format', 'jsonl']])}`);
  return lines
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).id);
}

async function listInProcess({ kind, id }: StoredAsk, query: PlainQuery): Promise<string[]> {
  const ids: string[] = [];
  for await (const answer of functionsOf(kind).answers.list(pages.account, id, choiceOf(query))) ids.push(answer.id);
  return ids;
}

/** The page size for the surfaces whose paging the tests of the API cover already. */
const longPage = 20;

/** Sends the requests of `askwell api … --all`. */
function listByCommand({ kind, id }: StoredAsk, query: PlainQuery): Promise<string[]> {
  const command =
    commands.find(({ resource, action }) => resource === names[kind].plural && action === names[kind].answers) ??
    expect.unreachable('There is a command for each list.');
  return walk(async (cursor) => {
    const flags = [...pairsOf(query), ['limit', String(longPage)], ...(cursor ? [['cursor', cursor]] : [])];
    const words = readWords([id, ...flags.map(([name, value]) => `--${name}=${value}`)], flagsOf(command), '');
    const io = { stdin: process.stdin, stdout: process.stdout, stderr: { write: () => true } };
    const request = await toRequest(command, chooseOperation(command, words.ids), words, io);
    return JSON.parse(await get(`${request.path}?${request.query}`));
  });
}

/** The names of columns in the addresses of the dashboard. */
const addressNames: Readonly<Record<string, string>> = {
  created_at: '.time',
  respondent: '.user',
  tags: '.tags',
  note: '.note',
  language: '.language',
  voter_ref: '.visitor',
  id: '.id',
};

function addressName(kind: RandomAsk['kind'], column: string): string {
  return addressNames[column] ?? column.replace(/^(field|ratings)\./, kind === 'quiz' ? 'answers.' : '');
}

async function listInDashboard({ kind, id }: StoredAsk, query: PlainQuery): Promise<string[]> {
  const { owner } = pages;
  const { conditions, q = '', tag = '', since = '', until = '', sort, order } = query;
  const byTime = order === 'asc' ? 'oldest' : 'newest';
  const byColumn = `${order === 'asc' ? 'ascending' : 'descending'}:${addressName(kind, sort)}`;
  const params = new URLSearchParams({ q, tag, since, until, sort: sort === 'created_at' ? byTime : byColumn });
  for (const { column, operator, value } of conditions) {
    params.append('field', addressName(kind, column));
    params.append('operator', operator);
    params.append('value', value);
  }
  const ids: string[] = [];
  for (let path: string | undefined = `${answersPath(id)}?${params}`; path !== undefined; ) {
    const page = await owner.open(path);
    if (page.status !== 200) expect.unreachable(`${path}: ${page.text}`);
    ids.push(...answerIdsIn(page));
    path = linkIn(page, 'next');
  }
  return ids;
}

test.each(['poll', 'quiz', 'form'] as const)(
  'every surface lists the answers to a %s that a plain filter and a plain sort list',
  async (kind) => {
    const client = await connectMcp(pages.server, { key: pages.key });
    const listByTool = ({ id }: StoredAsk, query: PlainQuery) =>
      walk(async (cursor) => {
        const { body, isError } = await call(client, 'list_answers', {
          id,
          ...choiceOf(query),
          limit: longPage,
          ...(cursor !== undefined && { cursor }),
        });
        if (isError) expect.unreachable(JSON.stringify(body));
        return body;
      });
    await fc.assert(
      fc.asyncProperty(
        randomAsks[kind].chain((ask) => fc.tuple(fc.constant(ask), queriesOf(ask, 5), queriesOf(ask, 40))),
        async ([random, queries, more]) => {
          const ask = await store(random);
          for (const query of queries) {
            const wanted = listPlainly(ask, ask.stored, query);
            const found = {
              api: await listByApi(ask, query),
              file: await listInFile(ask, query),
              process: await listInProcess(ask, query),
              command: await listByCommand(ask, query),
              tool: await listByTool(ask, query),
              // The dashboard filters languages by a condition.
              dashboard: query.language === undefined ? await listInDashboard(ask, query) : wanted,
            };
            expect([choiceOf(query), found]).toEqual([
              choiceOf(query),
              { api: wanted, file: wanted, process: wanted, command: wanted, tool: wanted, dashboard: wanted },
            ]);
          }
          // The surfaces differ in how they write and page a list, and a file is the shortest way to compare many lists.
          for (const query of more)
            expect([choiceOf(query), await listInFile(ask, query)]).toEqual([
              choiceOf(query),
              listPlainly(ask, ask.stored, query),
            ]);
        },
      ),
      { numRuns: 4, endOnFailure: true },
    );
  },
);
