import { afterAll, beforeAll, expect, test } from 'vitest';
import { askOperations } from '../src/api/asks/ask-operations.js';
import { formOperations } from '../src/api/asks/form-operations.js';
import { quizOperations } from '../src/api/asks/quiz-endpoints.js';
import { createTools } from '../src/api/mcp/tools.js';
import { describeApi } from '../src/api/openapi/operation-list.js';
import {
  type AnySessionOperation,
  isSessionOperation,
  type OperationGroup,
  operationsIn,
  type SessionOperationGroup,
} from '../src/api/operations/operation.js';
import { createApiEndpoints } from '../src/instance-pipeline.js';
import { apiCommands } from '../src/tools/cli/api-commands.js';
import { createOwner } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

let server: TestServer;
beforeAll(async () => {
  // With emails, an owner can verify an address.
  server = await startService({
    baseUrl: 'https://polls.example.com',
    email: { from: 'noreply@example.com', send: async () => undefined },
  });
});
afterAll(() => server.close());

const linksAreNoTools = 'A link shows results to anyone. A person decides on that.';
const ticketsAreNoTools = 'An agent does not need tickets, and their codes must not stay in a conversation with it.';

const designsAreNoTools = 'A person looks at a design, in the dashboard.';
const workingCopiesAreNoTools =
  'An agent changes polls, quizzes and forms by `update_poll`, which says what is wrong at once.';

const translationsAreNoTools = 'An agent reads and sets `translations` with the definition, without files.';

const secretsAreNoTools = 'The secret of a webhook must not stay in a conversation with an agent.';
const webhooksAreNoTools = 'Webhooks belong to the program that receives them. A person or that program sets them up.';

/** The operations that are not tools, with the reason. */
const withoutTool: Readonly<Record<string, string>> = {
  'resultsLink.get': linksAreNoTools,
  'resultsLink.create': linksAreNoTools,
  'resultsLink.delete': linksAreNoTools,
  'tickets.create': ticketsAreNoTools,
  'tickets.count': ticketsAreNoTools,
  'tickets.list': ticketsAreNoTools,
  'tickets.get': ticketsAreNoTools,
  'tickets.delete': ticketsAreNoTools,
  'tickets.withdrawUnused': ticketsAreNoTools,
  'sites.get': 'The list has everything about each site.',
  'sites.design.get': designsAreNoTools,
  'sites.design.update': designsAreNoTools,
  'sites.design.delete': designsAreNoTools,
  'webhooks.list': webhooksAreNoTools,
  'webhooks.create': secretsAreNoTools,
  'webhooks.get': webhooksAreNoTools,
  'webhooks.update': webhooksAreNoTools,
  'webhooks.delete': webhooksAreNoTools,
  'webhooks.rotate': secretsAreNoTools,
  'webhooks.deliveries.list': webhooksAreNoTools,
  'webhooks.deliveries.get': webhooksAreNoTools,
  'webhooks.deliveries.replay': webhooksAreNoTools,
  'webhooks.test': webhooksAreNoTools,
  'translations.status': translationsAreNoTools,
  'translations.get': translationsAreNoTools,
  'translations.update': translationsAreNoTools,
  'workingCopy.get': workingCopiesAreNoTools,
  'workingCopy.update': workingCopiesAreNoTools,
  'workingCopy.delete': workingCopiesAreNoTools,
  analysis: 'The tools that read must stay small. A person looks at the analysis, in the dashboard.',
  averages: 'The tools that read must stay small. A person looks at averages, in the dashboard.',
  crossTable: 'The tools that read must stay small. A person compares questions, in the dashboard.',
  paths: 'The tools that read must stay small. A person looks at the map of pages, in the dashboard.',
  funnel: 'The tools that read must stay small. A person looks at visits, in the dashboard.',
  'answers.batch': 'An agent does not answer in the name of visitors.',
};

/** Returns the member at a path with dots. */
function memberAt(api: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), api);
}

test('every surface calls every operation', () => {
  const { askwell, services } = server;
  const endpoints = createApiEndpoints(services);
  const api = describeApi(endpoints);
  const tools = [...createTools(api).values()];
  const commands = apiCommands(api);
  const groups: readonly { readonly operations: OperationGroup; readonly functions: object }[] = [
    { operations: services.operations, functions: askwell },
    { operations: askOperations(services.polls), functions: { ...askwell.polls, answers: askwell.polls.votes } },
    {
      operations: quizOperations(services.quizzes, services),
      functions: { ...askwell.quizzes, answers: askwell.quizzes.attempts },
    },
    {
      operations: formOperations(services.forms, services),
      functions: { ...askwell.forms, answers: askwell.forms.submissions },
    },
  ];
  for (const { operations, functions } of groups) {
    const all = operationsIn(operations);
    expect(all.length).toBeGreaterThan(12);
    for (const { name, operation } of all) {
      const { doc, target, method } = operation;
      const callers = {
        rest: endpoints.find(({ path }) => path === target.path)?.keyedOperations.get(method)?.doc.id === doc.id,
        document: api.operations.some(({ id, path }) => id === doc.id && path === target.path),
        inProcess: typeof memberAt(functions, name) === 'function',
        command: commands.some((command) => command.operations.some(({ id }) => id === doc.id)),
        tool: tools.some((tool) => tool.operations.some(({ id }) => id === doc.id)),
      };
      // `askwell.accounts.get` reads an account in process.
      const inProcess = name !== 'me';
      const expected = { rest: true, document: true, inProcess, command: true, tool: !(name in withoutTool) };
      expect(callers, doc.id).toEqual(expected);
    }
  }
});

test('operations are found by their names', () => {
  const { polls, quizzes, forms, operations } = server.services;
  const ofAsks = operationsIn(askOperations(polls)).map(({ name }) => name);
  expect(ofAsks).toEqual([
    ...['list', 'create', 'get', 'update', 'delete', 'copy'],
    ...['create', 'count', 'list', 'get', 'delete', 'withdrawUnused'].map((name) => `tickets.${name}`),
    ...['get', 'create', 'delete'].map((name) => `resultsLink.${name}`),
    ...['get', 'update', 'delete'].map((name) => `workingCopy.${name}`),
    ...['status', 'get', 'update'].map((name) => `translations.${name}`),
    'results',
    'funnel',
    'crossTable',
    'averages',
    ...['get', 'update', 'delete', 'list', 'deleteWhere', 'batch'].map((name) => `answers.${name}`),
  ]);
  const ofQuizzes = operationsIn(quizOperations(quizzes, server.services)).map(({ name }) => name);
  expect(ofQuizzes).toEqual([...ofAsks, 'analysis', 'regrade', 'warnings']);
  const ofForms = operationsIn(formOperations(forms, server.services)).map(({ name }) => name);
  expect(ofForms).toEqual([...ofAsks, 'paths', 'warnings']);
  const ofOwners = operationsIn(operations).map(({ name }) => name);
  expect(ofOwners).toEqual([
    'me',
    ...['list', 'create', 'get', 'update', 'delete'].map((name) => `sites.${name}`),
    ...['get', 'update', 'delete'].map((name) => `sites.design.${name}`),
    ...['list', 'create', 'get', 'update', 'delete', 'rotate'].map((name) => `webhooks.${name}`),
    ...['list', 'get', 'replay'].map((name) => `webhooks.deliveries.${name}`),
    'webhooks.test',
  ]);
  const names = [...ofQuizzes, ...ofForms, ...ofOwners];
  expect(Object.keys(withoutTool).filter((name) => !names.includes(name))).toEqual([]);
});

/** Returns the operations of signed-in owners, with their names. */
function sessionOperationsIn(group: SessionOperationGroup, prefix = ''): [string, AnySessionOperation][] {
  return Object.entries(group).flatMap(([name, member = {}]): [string, AnySessionOperation][] =>
    isSessionOperation(member) ? [[prefix + name, member]] : sessionOperationsIn(member, `${prefix}${name}.`),
  );
}

test('an operation of a signed-in owner requires a session, and has no path and no tool', async () => {
  const { services, askwell } = server;
  const { session, key } = await createOwner(services);
  const caller = await askwell.auth.authenticate({ 'x-api-key': await key() });
  const operations = sessionOperationsIn(services.sessionOperations);
  expect(operations.map(([name]) => name)).toEqual([
    ...['list', 'create', 'delete'].map((name) => `keys.${name}`),
    ...['get', 'rename', 'changeEmail', 'changePassword', 'delete', 'events'].map((name) => `account.${name}`),
    ...['list', 'end', 'endOthers'].map((name) => `account.sessions.${name}`),
    ...['request', 'find', 'verify'].map((name) => `account.verification.${name}`),
    ...['list', 'archive', 'notices.get', 'notices.set'].map((name) => `asks.${name}`),
  ]);
  for (const [name, operation] of operations) {
    expect(Object.keys(operation), name).toEqual(['by', 'target', 'input', 'run']);
    const call = memberAt(askwell, name);
    if (typeof call !== 'function') continue;
    for (const other of [caller, session.account, session.scope, { ...session }]) {
      await expect(Reflect.apply(call, undefined, [other, 1])).rejects.toThrow('the session that');
    }
  }
});
