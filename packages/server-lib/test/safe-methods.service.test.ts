import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { showTicket } from '../src/core/tickets/list-tickets.js';
import { createPageEndpoints } from '../src/instance-pipeline.js';
import { createFormBrowser } from './support/browser/form-browser.js';
import { createKey, createOwner } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';
import { rowsOf } from './support/store/stored-rows.js';

/*
 * Links, images and frames of other sites can send any browser to any page by GET, with its cookies. Therefore, a GET must have no effect
 * that other users can notice, on any page.
 */

/** The paths of all pages, forms and files. The paths of asks are listed once for each kind. */
const paths = (await pathsOf()).flatMap((path) =>
  path.startsWith('/p/{id}') ? ['poll', 'quiz', 'form'].map((kind) => path.replace('{id}', `{${kind}}`)) : [path],
);

async function pathsOf(): Promise<string[]> {
  const unused = await startService();
  const found = createPageEndpoints(unused.services, () => false).filter(({ get }) => get);
  await unused.close();
  return found.map(({ path }) => path);
}

/** The queries without which a page is not found. */
const queries = new Map<string, string>([
  ['/dashboard/asks/{id}/results/chart.svg', 'chart=timeline'],
  ['/dashboard/asks/{id}/results/cross.csv', 'rows=field.a&columns=field.b'],
]);

/** The replies at paths that are not pages: a redirect, a refusal, or a missing file. */
const notShown = [
  ...['404 /embed/widget/{version}/widget.js', '404 /embed/languages/{file}', '404 /embed/faults/{file}'],
  ...['404 /embed/polls/{id}/visitor', '404 /embed/quizzes/{id}/visitor', '404 /embed/forms/{id}/visitor'],
  '403 /embed/quizzes/{id}/start',
  ...['303 /p/{poll}/start', '303 /p/{quiz}/start', '303 /p/{form}/start'],
  ...['404 /embed/designs/{version}/{file}', '303 /register', '303 /login', '410 /enter'],
  ...['403 /embed/owner/asks', '403 /embed/owner/asks/{id}/editor', '403 /embed/owner/asks/{id}/results'],
];

let server: TestServer;
let cookie: string;
/** The values of path parameters, by the start of the path. The first match is used. */
let values: readonly (readonly [start: string, parameters: Readonly<Record<string, string>>])[];

beforeAll(async () => {
  server = await startService({ webhooks: { send: false }, metrics: {} });
  const { services, askwell } = server;
  const owner = await createOwner(services);
  const { account, scope } = owner.session;
  const shown = { results_visibility: 'always' as const };
  const poll = await askwell.polls.create(account, {
    ...shown,
    title: 'Lunch?',
    options: ['a', 'b'],
    one_per: 'ticket',
    languages: ['en', 'de'],
  });
  const quiz = await askwell.quizzes.create(account, {
    ...shown,
    title: 'Quiz',
    time_limit_seconds: 60,
    one_per: 'browser',
    feedback: 'each',
    questions: [{ type: 'boolean', prompt: 'Round?', answer: true }],
  });
  const choices = ['a', 'b'].map((id) => ({ type: 'single_choice' as const, id, label: id, options: ['One', 'Two'] }));
  const fields = [{ id: 'email', type: 'email' as const, label: 'Email' }, ...choices];
  const form = await askwell.forms.create(account, { ...shown, title: 'Contact', fields, one_per: 'browser' });
  const [code = ''] = await askwell.polls.issueTickets(account, poll.id, 2);
  const vote = await askwell.polls.vote(poll.id, { choices: ['o1'], ticket: code });
  const ask = (await services.polls.asks.find(scope, poll.id))?.ask ?? expect.unreachable();
  const [listed] = await services.polls.tickets.list(
    ask,
    { used: false, reference: null },
    { after: null, limit: 1, order: 'asc' },
  );
  const site = await services.sites.create(scope, { name: 'Shop' });
  const webhook = (await services.webhooks.create(scope, { url: 'https://8.8.8.8/' })).row;
  const delivery = (await services.deliveries.test(scope, webhook)).row;
  const key = await createKey(services, owner.session, { name: 'Key' });
  const credentials = { email: owner.email, password: owner.password };
  // The list of browsers has a button for each other one.
  await createFormBrowser(server).submit('/login', credentials);
  const browser = createFormBrowser(server);
  await browser.submit('/login', credentials);
  const sessions = await browser.open('/dashboard/account');
  await browser.submit(`/dashboard/asks/${poll.id}/results/link`);
  const results = await browser.open(`/dashboard/asks/${poll.id}/results`);
  // The browser belongs to a visitor too.
  for (const { id } of [poll, quiz, form]) await browser.open(`/p/${id}`);
  cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  queries.set('/dashboard/asks/delete', `id=${poll.id}`);
  const ofPoll = { id: poll.id, language: 'de', answer: vote.id, ticket: listed ? showTicket(listed).id : '' };
  values = [
    ['/p/', { poll: poll.id, quiz: quiz.id, form: form.id }],
    ['/embed/quizzes/', { id: quiz.id }],
    ['/embed/forms/', { id: form.id }],
    ['/embed/polls/', ofPoll],
    ['/dashboard/asks/{id}/logic', { id: form.id }],
    ['/dashboard/asks/{id}/results/cross.csv', { id: form.id }],
    ['/dashboard/asks/', ofPoll],
    ['/dashboard/keys/', { id: String(key.id) }],
    ['/dashboard/webhooks/', { id: String(webhook.id), delivery: String(delivery.id) }],
    ['/dashboard/sites/', { id: String(site.id) }],
    ['/dashboard/account/sessions/', { id: /sessions\/(\d+)\/delete/.exec(sessions.text)?.[1] ?? '' }],
    ['/dashboard/developers/guides/', { name: 'rest' }],
    ['/r/', { token: /\/r\/([0-9a-f]{32})/.exec(results.text)?.[1] ?? '' }],
  ];
});
afterAll(() => server.close());

function filled(path: string): string {
  const [, parameters = {}] = values.find(([start]) => path.startsWith(start)) ?? [];
  const url = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => parameters[name] ?? 'unknown');
  const query = queries.get(path);
  return query === undefined ? url : `${url}?${query}`;
}

/** Sends a request as a link on another site does. A stream is not read. */
async function follow(path: string): Promise<Response> {
  const headers = {
    cookie,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };
  const response = await server.fetch(server.url + filled(path), { headers });
  await response.body?.cancel();
  return response;
}

describe.each(paths)('a link of another site to %s', (path) => {
  test('changes nothing', async () => {
    const before = await rowsOf(server.database);
    const { status } = await follow(path);
    expect(status).toBeLessThan(500);
    expect(await rowsOf(server.database)).toEqual(before);
  });

  test('leads to a page that search engines do not list, unless it introduces the service', async () => {
    const { headers } = await follow(path);
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
    if (isPage) expect(headers.get('x-robots-tag')).toBe(path === '/' ? null : 'noindex');
  });
});

test('all pages are found', async () => {
  const statuses = await Promise.all(paths.map(async (path) => (await follow(path)).status));
  expect(paths.flatMap((path, at) => (statuses[at] === 200 ? [] : `${statuses[at]} ${path}`))).toEqual(notShown);
});
