import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { OpenApiDocument, OpenApiOperation } from '../../src/api/openapi/openapi-types.js';
import { call, createClient, memberAt } from '../support/http/http-client.js';
import { type CliResult, runCli } from '../support/processes/run-cli.js';
import { spawnCli } from '../support/processes/spawn-cli.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const lunch = JSON.stringify({ title: 'Lunch?', options: ['Soup', 'Salad'] });

let server: SocketServer;
let owner: Owner;
let env: Record<string, string>;
let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startServer({ basePath: '/x/polls', trustProxy: ['127.0.0.1'] });
  owner = await createOwner(server.services);
  env = { ASKWELL_BASE_URL: server.url, ASKWELL_API_KEY: await owner.key() };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function api(words: string, input = ''): Promise<CliResult> {
  return runCli(['api', ...words.split(' ')], { env, input });
}

/** Runs a command that succeeds, and returns a member of its JSON. */
async function get(words: string, path: string, input = ''): Promise<unknown> {
  const { code, stdout, stderr } = await api(words, input);
  expect([code, stderr]).toEqual([0, '']);
  return memberAt(JSON.parse(stdout), path);
}

async function createPoll(votes = 0): Promise<string> {
  const id = String(await get('polls create', 'data.id', lunch));
  const client = createClient(server);
  for (let at = 0; at < votes; at++) {
    const { status } = await client('POST', `/polls/${id}/votes`, { body: { choices: ['o1'] }, from: `10.0.0.${at}` });
    expect(status).toBe(201);
  }
  return id;
}

describe('askwell api', () => {
  test('creates, reads, changes and deletes', async () => {
    const id = await createPoll(2);
    expect(await get(`polls get ${id}`, 'data.title')).toBe('Lunch?');
    const file = join(folder, 'changes.json');
    await writeFile(file, '{ "title": "Dinner?" }');
    expect(await get(`polls update ${id} --if-version 1 --data ${file}`, 'data.title')).toBe('Dinner?');
    const stale = await api(`polls update ${id} --if-version 1 --data ${file}`);
    expect([stale.code, stale.stdout]).toEqual([1, '']);
    expect(stale.stderr).toMatch(/^askwell: The resource has changed since you read it\./);
    expect(await get(`polls results ${id}`, 'data.votes_count')).toBe(2);
    const vote = String(await get(`polls votes ${id} --limit 1`, 'data.0.id'));
    expect(await get(`polls votes ${id} ${vote}`, 'data.choices.0')).toBe('o1');
    expect(await api(`polls delete-votes ${id} ${vote}`)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await get(`polls results ${id}`, 'data.votes_count')).toBe(1);
    expect((await api(`polls delete-votes ${id}`)).stderr).toContain('all: Must be true');
    expect(await api(`polls delete-votes ${id} --all`)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await get(`polls results ${id}`, 'data.votes_count')).toBe(0);
    expect(await api(`polls delete ${id}`)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await api(`polls get ${id}`)).toEqual({ code: 1, stdout: '', stderr: 'askwell: Not found.\n' });
  });

  test('reads one page, or all of them as one JSON document', async () => {
    const site = Number(await get('sites create', 'data.id', '{ "name": "Many" }'));
    const draft = JSON.stringify({ ...JSON.parse(lunch), site_id: site });
    for (let at = 0; at < 5; at++) await get('polls create', 'data.id', draft);
    const page = JSON.parse((await api(`polls list --site-id ${site} --limit 2`)).stdout);
    expect(page.data).toHaveLength(2);
    const next = await api(`polls list --site-id ${site} --limit 2 --cursor ${page.meta.next_cursor}`);
    expect(JSON.parse(next.stdout).data).toHaveLength(2);
    const all = JSON.parse((await api(`polls list --site-id ${site} --limit 2 --all`)).stdout);
    expect(all.data).toHaveLength(5);
    expect(all.meta).toEqual({ next_cursor: null });
    expect(JSON.parse((await api(`polls list --site-id ${site} --status draft --all`)).stdout)).toEqual({
      data: [],
      meta: { next_cursor: null },
    });
    expect(
      JSON.parse((await api(`polls list --param site_id=${site} --q LUNCH --order asc`)).stdout).data,
    ).toHaveLength(5);
  });

  test('prints tables whose texts cannot control the terminal', async () => {
    const draft = { ...JSON.parse(lunch), title: `Red \u001b[31m\u202etxt ${'long '.repeat(20)}` };
    const id = String(await get('polls create', 'data.id', JSON.stringify(draft)));
    const { stdout, stderr } = await api('polls list --table --limit 1');
    const [header = '', row = ''] = stdout.split('\n');
    expect(header).toMatch(/^id +title +status +answers_count +created_at/);
    expect(row).toMatch(new RegExp(`^${id}  Red  \\[31m txt long long lon.*…  open +0 +20`));
    expect(stderr).toMatch(/^There are more\. Pass --all, or --cursor \S+\.\n$/);
    expect((await api(`polls get ${id} --table`)).stdout).toMatch(
      /^id +poll_.*\nsite_id *\ntitle +Red {2}\[31m txt long/m,
    );
    const json = (await api(`polls get ${id}`)).stdout;
    expect(json).toContain('Red \\u001b[31m\\u202etxt');
    expect(JSON.parse(json).data.title).toContain('\u202e');
    expect((await api('polls list --table --q nothing')).stderr).toBe('No items.\n');
    expect((await api(`polls delete ${id} --table`)).stdout).toBe('The operation succeeded. No content.\n');
  });

  test('exports answers to standard output and to files', async () => {
    const id = await createPoll(3);
    const csv = await api(`polls export ${id}`);
    expect(csv.stdout.trimEnd().split('\r\n')).toHaveLength(4);
    expect(csv.stdout).toMatch(/^id,created_at,/);
    const file = join(folder, 'votes.jsonl');
    expect(await api(`polls export ${id} --format jsonl --output ${file}`)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).choices)).toEqual([['o1'], ['o1'], ['o1']]);
    expect((await api(`polls export ${id} --output ${file}`)).stderr).toContain('already exists');
    expect((await api(`polls export ${id} --output ${file} --force --since 2999-01-01T00:00:00Z`)).code).toBe(0);
    expect(await readFile(file, 'utf8')).toMatch(/^id,created_at,[^\n]*\r\n$/);
    expect(await api('polls export poll_00000000000000000000')).toMatchObject({
      code: 1,
      stderr: 'askwell: Not found.\n',
    });
  });

  test('a repeated creation with an idempotency key has no effect', async () => {
    const words = 'polls create --idempotency-key nightly-1';
    expect(await get(words, 'data.id', lunch)).toBe(await get(words, 'data.id', lunch));
  });

  test('says what is wrong with a request, a line for each fault', async () => {
    const { code, stdout, stderr } = await api('forms create', '{ "title": "", "fields": [], "colour": 1 }');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      'askwell: Validation failed:\n  title: Required.\n  fields: Must have at least 1 items.\n  colour: Unknown field.\n',
    );
    const read = { ...env, ASKWELL_API_KEY: await owner.key(undefined, { permissions: 'read' }) };
    expect(await runCli(['api', 'polls', 'create'], { env: read, input: lunch })).toMatchObject({
      code: 1,
      stderr: 'askwell: This API key can only read. Use a key with full access.\n',
    });
  });

  test('reads the key from a file, and a flag overrides the environment', async () => {
    const file = join(folder, 'key');
    await writeFile(file, `${env['ASKWELL_API_KEY']}\n`, { mode: 0o600 });
    const wrong = { ASKWELL_API_KEY: 'ask_wrong', ASKWELL_BASE_URL: 'http://127.0.0.1:1' };
    const words = ['api', 'me', '--api-key-file', file, '--base-url', server.url];
    expect(JSON.parse((await runCli(words, { env: wrong })).stdout).data.email).toBe(owner.email);
    const named = { ASKWELL_API_KEY_FILE: file, ASKWELL_BASE_URL: `${server.url}/` };
    expect((await runCli(['api', 'me', 'get'], { env: named })).code).toBe(0);
    const refused = await runCli(['api', 'me'], { env: { ...env, ASKWELL_API_KEY: 'ask_wrong' } });
    expect(refused).toEqual({ code: 1, stdout: '', stderr: 'askwell: API key is invalid or missing.\n' });
  });

  test('runs as a process', async () => {
    const created = await spawnCli(['api', 'polls', 'create', '--data', '-'], { env, input: lunch });
    expect(created.code).toBe(0);
    const id = JSON.parse(created.stdout).data.id;
    expect((await spawnCli(['api', 'polls', 'get', id], { env })).stdout).toBe(created.stdout);
    expect(await spawnCli(['api', 'polls', 'get', 'x'], { env })).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('askwell api refuses a command line with exit code 2, before it sends anything', () => {
  test.each<[string, RegExp, string?]>([
    ['', /Missing resource/],
    ['surveys list', /Unknown resource "surveys"\. See "askwell api --help"/],
    ['polls', /Missing action/],
    ['polls sing', /Unknown action "sing"\. See "askwell api polls --help"/],
    ['polls get', /Missing argument ID\. See "askwell api polls get --help"/],
    ['polls list poll_1', /Unexpected argument "poll_1"/],
    ['polls votes a b c', /Unexpected argument "c"/],
    ['polls get ..', /Invalid ID/],
    ['polls list --colour red', /Unknown flag --colour/],
    ['polls list --api-key ask_hidden', /Unknown flag --api-key/],
    ['polls list --limit', /--limit requires a value/],
    ['polls list --json --table', /either --json or --table/],
    ['polls list --param limit', /--param must be NAME=VALUE, not "limit"/],
    ['polls export x --format xml', /--format must be jsonl or csv, not "xml"/],
    ['polls create', /standard input is not JSON/, '{'],
    ['polls create --idempotency-key schlüssel', /--idempotency-key: Must have 1 to 255 printable ASCII/, '{}'],
    ['polls create --data ./nowhere.json', /--data: cannot read \.\/nowhere\.json \(ENOENT\)/],
    ['polls list --base-url ftp://example.com', /--base-url: expected an http or https URL/],
    ['polls list --api-key-file ./nowhere', /--api-key-file: cannot read \.\/nowhere \(ENOENT\)/],
  ])('%s', async (words, message, input) => {
    const { code, stdout, stderr } = await runCli(['api', ...words.split(' ').filter(Boolean)], {
      env,
      input: input ?? '',
    });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^askwell: [^\n]+\.\n$/);
    expect(stderr).not.toContain('hidden');
    expect([code, stdout]).toEqual([2, '']);
  });

  test('without a key', async () => {
    const { code, stderr } = await runCli(['api', 'polls', 'list'], { env: { ASKWELL_BASE_URL: server.url } });
    expect([code, stderr]).toEqual([
      2,
      'askwell: Missing API key. Set ASKWELL_API_KEY, or pass the name of a file with --api-key-file.\n',
    ]);
  });
});

test('the help names every operation with a key, by the path of its command', async () => {
  const { stdout } = await runCli(['api', '--help']);
  const document: OpenApiDocument = JSON.parse((await call(server, 'GET', '/openapi.json')).text);
  const operations = Object.values(document.paths).flatMap((item) => Object.values<OpenApiOperation>(item));
  const keyed = operations.filter(({ security }) => security === undefined).map(({ summary }) => summary);
  expect(keyed.length).toBeGreaterThan(30);
  for (const summary of new Set(keyed)) expect(stdout).toContain(`  ${summary}\n`);
  expect((await runCli(['help', 'api'])).stdout).toBe(stdout);
  const list = (await runCli(['api', 'polls', 'list', '-h'])).stdout;
  expect(list).toMatch(/^Usage: askwell api polls list \[flags\]\n\nList polls\.\n/);
  for (const flag of ['limit', 'cursor', 'order', 'site-id', 'status', 'q', 'all', 'json', 'table']) {
    expect(list).toContain(`  --${flag} `);
  }
  expect((await runCli(['api', 'forms', '--help'])).stdout).not.toContain('polls list');
});

describe('askwell api over a service that fails', () => {
  /** Starts a server until the test ends. */
  async function serve(listener: Parameters<typeof createServer>[1]): Promise<string> {
    const http = createServer(listener).listen(0, '127.0.0.1');
    await once(http, 'listening');
    onTestFinished(() => void http.close());
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  }
  const run = (url: string, words: string) =>
    runCli(['api', ...words.split(' ')], { env: { ...env, ASKWELL_BASE_URL: url } });

  test('says that it cannot be reached', async () => {
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    const closed = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    await new Promise((resolve) => http.close(resolve));
    const { code, stderr } = await run(closed, 'polls list');
    expect([code, stderr]).toEqual([
      1,
      `askwell: The connection to ${closed} failed (ECONNREFUSED). Check that the service runs, and that ASKWELL_BASE_URL is its URL.\n`,
    ]);
  });

  test('does not follow redirects, which could send the key elsewhere', async () => {
    const seen: unknown[] = [];
    const target = await serve((request, response) => response.end(String(seen.push(request.headers))));
    const url = await serve((_, response) => response.writeHead(302, { location: `${target}/` }).end());
    const { code, stderr } = await run(url, 'polls list');
    expect([code, seen]).toEqual([1, []]);
    expect(stderr).toContain(`redirects to ${target}/.`);
  });

  test('names the status of a proxy, and the time to wait', async () => {
    const proxy = await serve((_, response) => response.writeHead(502).end('<h1>Bad Gateway</h1>'));
    expect((await run(proxy, 'polls get x')).stderr).toContain('responded with the status 502, and not with JSON.');
    const busy = await serve((_, response) =>
      response.writeHead(503, { 'retry-after': '7' }).end('{"message":"Busy."}'),
    );
    expect((await run(busy, 'polls list')).stderr).toBe('askwell: Busy. Retry after 7 seconds.\n');
    const odd = await serve((_, response) => response.writeHead(200).end('<h1>Hello</h1>'));
    expect(await run(odd, 'polls list')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('with the status 200, and not with JSON.'),
    });
  });

  test('leaves no file after an export that is interrupted', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).write('id\r\n');
      setImmediate(() => response.destroy());
    });
    const file = join(folder, 'broken.csv');
    const { code, stderr } = await run(url, `polls export x --output ${file}`);
    expect(code).toBe(1);
    expect(stderr).toContain(`The connection to ${url} failed`);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });
});
