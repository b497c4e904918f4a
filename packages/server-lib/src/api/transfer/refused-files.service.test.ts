import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findMiscounts } from '../../../test/support/asks/purge-answers.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { annotate, exportFile, inChunks } from '../../../test/support/transfer.js';
import type { QuotaOptions } from '../../core/quota-options.js';
import { one } from '../../db/sql/statement.js';

let server: TestServer;
let source: Owner;
/**
 * An export with a site, a ranked poll with unpublished changes and two votes (one with a note), a quiz with an attempt, and a form
 * with a submission and tickets.
 */
let lines: string[];
let target: Owner;

beforeAll(async () => {
  server = await startService({ quotas: { tickets: 3 } });
  source = await createOwner(server.services);
  const { askwell } = server;
  const account = source.session.account;
  const site = await askwell.sites.create(account, { name: 'Shop', origins: [] });
  const poll = await askwell.polls.create(account, {
    title: 'Best?',
    type: 'ranked',
    options: ['a', 'b'],
    site_id: site.id,
  });
  const vote = await askwell.polls.vote(poll.id, { choices: ['o2', 'o1'] }, { id: 'first' });
  await askwell.polls.vote(poll.id, { choices: ['o1'] }, { id: 'second' });
  await annotate(server.services, source.session.scope, poll.id, [vote.id]);
  const questions = [{ type: 'boolean' as const, prompt: 'Round?', answer: true }];
  const quiz = await askwell.quizzes.create(account, { title: 'Quiz', questions });
  await askwell.quizzes.attempt(quiz.id, { answers: { q1: true } });
  const fields = [{ type: 'number' as const, label: 'Age', min: 0, max: 9 }];
  const form = await askwell.forms.create(account, { title: 'Form', fields, one_per: 'ticket' });
  const [ticket = ''] = await askwell.forms.issueTickets(account, form.id, 2);
  await askwell.forms.submit(form.id, { answers: { f1: 7 }, ticket });
  lines = (await exportFile(server.services, source.session.scope)).trimEnd().split('\n');
});
afterAll(() => server.close());
beforeEach(async () => {
  target = await createOwner(server.services);
});

interface StoredCounts {
  asks: number;
  rows: number;
}

/** Counts the rows that an import could leave behind. */
async function storedCounts(): Promise<StoredCounts | undefined> {
  return server.services.store.read(one<StoredCounts>`
    select (select count(*) from askwell_asks) + (select count(*) from askwell_sites)
        + (select count(*) from askwell_webhooks) as asks,
      (select count(*) from askwell_answers) + (select count(*) from askwell_tickets)
        + (select count(*) from askwell_imports) as rows`);
}

/** Expects that both passes refuse a file with the same message, and that nothing is imported. */
async function expectRefusal(file: string, message: string | RegExp, ids: 'keep' | 'renew' = 'renew'): Promise<void> {
  const { transfer } = server.services;
  const { scope } = target.session;
  const before = await storedCounts();
  const expected = expect.objectContaining({ message: expect.stringMatching(message) });
  await expect(transfer.plan(scope, inChunks(file), ids)).rejects.toEqual(expected);
  await expect(transfer.import(scope, inChunks(file), ids)).rejects.toEqual(expected);
  expect(await storedCounts()).toEqual(before);
  expect(await findMiscounts(server.services)).toEqual([]);
}

const join = (parts: readonly string[]) => parts.map((line) => `${line}\n`).join('');

/** Returns the export with one line replaced by others. The line is found by a part of its text. */
function replaced(part: string, ...others: string[]): string {
  const at = lines.findIndex((line) => line.includes(part));
  if (at === -1) throw new Error(`No line contains ${part}.`);
  return join(lines.toSpliced(at, 1, ...others));
}

/** Returns the export with a text replaced in the first line that has it. */
function edited(from: string, to: string): string {
  const line = lines.find((candidate) => candidate.includes(from)) ?? expect.unreachable(`No line contains ${from}.`);
  return replaced(from, line.replace(from, to));
}

/** Returns the export with other members in the first line that has a text. */
function withMembers(part: string, change: (line: Readonly<Record<string, unknown>>) => object): string {
  const line = lines.find((candidate) => candidate.includes(part)) ?? expect.unreachable(`No line contains ${part}.`);
  const members: Record<string, unknown> = JSON.parse(line);
  return replaced(part, JSON.stringify({ ...members, ...change(members) }));
}

test('imports the unchanged file', async () => {
  const imported = await server.services.transfer.import(target.session.scope, inChunks(join(lines), 7), 'renew');
  expect(imported).toMatchObject({
    counts: { sites: 1, polls: 1, quizzes: 1, forms: 1, answers: 4, tickets: 2 },
    recognizesVisitors: false,
  });
  expect(await findMiscounts(server.services)).toEqual([]);
});

const webhook = {
  type: 'webhook',
  url: 'https://example.com/',
  description: null,
  types: [],
  site_id: null,
  enabled: true,
  created_at: '2026-01-31T09:06:00.500127Z',
  updated_at: '2026-01-31T09:06:00.500127Z',
};

describe('refuses a file', () => {
  test.each<[what: string, file: () => string, message: RegExp]>([
    ['that is empty', () => '', /^This is not an Askwell export\.$/],
    ['of another format', () => '{"name":"x"}\n', /^This is not an Askwell export\.$/],
    ['without any line', () => 'x'.repeat(5_000), /^This is not an Askwell export\.$/],
    ['of a newer version', () => edited('"version":1', '"version":2'), /^The export has version 2, but this version/],
    ['with a header of another shape', () => edited('"exported_at"', '"exported"'), /^Line 1: /],
    ['that ends too early', () => join(lines.slice(0, -1)), /^The file is incomplete: it ends after line \d+\.$/],
    ['with a line that is cut off', () => join(lines).slice(0, -5), /^Line \d+: The line is cut off\.$/],
    ['with lines after its end', () => join([...lines, '{}']), /^Line \d+: Unexpected line after the end/],
    [
      'without one of its answers',
      () => replaced('"type":"answer"'),
      /^Line \d+: The file has 3 answers, but there were 4/,
    ],
    ['with a line that is not JSON', () => replaced('"type":"quiz"', '{"type":'), /^Line \d+: Not a JSON document/],
    ['with an unknown line', () => replaced('"type":"site"', '{"type":"x"}'), /^Line 2: /],
    ['with a prototype', () => replaced('"type":"site"', '{"__proto__":{}}'), /^Line 2: Not a JSON document/],
    [
      'with more origins than a site can have, whatever they are',
      () => withMembers('"type":"site"', () => ({ origins: Array(250_000).fill(1) })),
      /^Line 2: origins: Must have at most 100 items\.$/,
    ],
    [
      'with more values in a line than the largest definition has',
      () => withMembers('"type":"site"', () => ({ origins: Array(900_000).fill(1) })),
      /^Line 2: The line has too many values\.$/,
    ],
    [
      'with more types of events than there are',
      () => replaced('"type":"poll"', JSON.stringify({ ...webhook, types: Array(250_000).fill(1) })),
      /^Line 3: types: Must have at most 7 items\.$/,
    ],
    [
      'with more webhooks than any account can have',
      () => replaced('"type":"poll"', ...Array(30_000).fill(JSON.stringify(webhook))),
      /^This account has reached its quota of \d+ webhooks/,
    ],
    [
      'with a line of more than 2 MiB',
      () => replaced('"type":"site"', 'x'.repeat(2 * 1024 * 1024 + 1)),
      /^Line 2: The line is too long/,
    ],
  ])('refuses a file %s', (_what, file, message) => expectRefusal(file(), message));

  test('refuses a file with escape sequences in the name of a member', async () => {
    const refused = server.services.transfer.plan(
      target.session.scope,
      inChunks(replaced('"type":"site"', JSON.stringify({ type: 'site', '\u001b[2J': 1 }))),
      'keep',
    );
    await expect(refused).rejects.toEqual(expect.objectContaining({ message: expect.not.stringContaining('\u001b') }));
  });
});

describe('refuses an ask', () => {
  test.each<[what: string, from: string, to: string, message: RegExp]>([
    ['without options', '"options":[{"id":"o1","label":"a"', '"options":[{"id":"o2","label":"a"', /"o2" is used more/],
    ['with unknown members', '"title":"Best?"', '"title":"Best?","x":1', /^Line 3: x: Unknown field\.$/],
    ['with a long title', '"title":"Best?"', `"title":"${'x'.repeat(301)}"`, /^Line 3: title: Must have at most 300/],
    ['with NUL', '"title":"Best?"', '"title":"a\\u0000b"', /^Line 3: title: Contains characters/],
    ['with half a character', '"title":"Best?"', '"title":"a\\ud800b"', /^Line 3: title: Contains characters/],
    ['with an invalid time', '"closes_at":null', '"closes_at":"2026-02-30T00:00:00Z"', /^Line 3: closes_at: /],
    ['of an unknown site', '"site_id":', '"site_id":9', /^Line 3: The site 9\d+ is not in the file\.$/],
    ['with the ID of another kind', '"id":"poll_', '"id":"quiz_', /^Line 3: quiz_\w+ is not the ID of a poll\.$/],
    ['whose IDs would be used again', '"numbers":{"next":3}', '"numbers":{"next":2}', /^Line 3: numbers\.next: /],
    ['with a time before 1970', '"updated_at":"20', '"updated_at":"00', /^Line 2: updated_at: /],
    ['with notices at no time', '"archived_at":null', '"archived_at":null,"notices":"weekly"', /^Line 3: notices: /],
    ['archived at no time', '"archived_at":null', '"archived_at":"soon"', /^Line 3: archived_at: /],
    ['with endless bins', '"bins":{"f1":{"min":0', '"bins":{"f1":{"min":-1000000000', /bins\.f1: Invalid value/],
  ])('refuses an ask %s', (_what, from, to, message) => expectRefusal(edited(from, to), message));
});

describe('refuses a webhook', () => {
  const at = '2026-01-31T09:05:07.004213Z';
  const webhook = {
    type: 'webhook',
    url: 'https://example.com/',
    description: null,
    types: [],
    site_id: null,
    enabled: true,
    created_at: at,
    updated_at: at,
  };
  const withWebhook = (changes: object, count = 0) =>
    replaced('"type":"site"', lines[1] ?? '', JSON.stringify({ ...webhook, ...changes })).replace(
      '"webhooks":0',
      `"webhooks":${count}`,
    );

  test.each<[what: string, changes: object, message: RegExp]>([
    ['with a password', { url: 'https://user:secret@example.com/' }, /^Line 3: url: Must be/],
    ['of another scheme', { url: 'file:///etc/passwd' }, /^Line 3: url: Must be/],
    ['without a URL', { url: '' }, /^Line 3: url: /],
    ['with a long URL', { url: `https://example.com/${'x'.repeat(2_048)}` }, /^Line 3: url: Must have at most 2,?048/],
    ['with NUL', { description: '\0' }, /^Line 3: description: Contains characters/],
    ['with an unknown type', { types: ['answer.moved'] }, /^Line 3: types\.0: /],
    ['of an unknown site', { site_id: 99_999 }, /^Line 3: The site 99999 is not in the file\.$/],
    ['with a secret', { secret: 'whsec_AAAA' }, /^Line 3: secret: Unknown field\.$/],
    ['that was not there', {}, /The file has 1 webhooks, but there were 0 when it was exported/],
  ])('refuses a webhook %s', (_what, changes, message) => expectRefusal(withWebhook(changes), message));

  test('refuses a webhook after a poll', () =>
    expectRefusal(
      replaced('"type":"quiz"', JSON.stringify(webhook)),
      /^Line \d+: Webhooks come before polls, quizzes and forms\.$/,
    ));

  test('refuses webhooks above the quota of the account', async () => {
    const { services, close } = await startService({ quotas: { webhooks: 0 } });
    const { session } = await createOwner(services);
    const refusal = expect.objectContaining({ message: expect.stringContaining('its quota of 0 webhooks') });
    for (const method of ['plan', 'import'] as const) {
      const file = inChunks(withWebhook({}, 1));
      await expect(services.transfer[method](session.scope, file, 'renew')).rejects.toEqual(refusal);
    }
    await close();
  });
});

describe('refuses a row', () => {
  test.each<[what: string, from: string, to: string, message: RegExp]>([
    ['with an unknown option', '"choices":["o2","o1"]', '"choices":["o2","o9"]', /^Line \d+: choices\.1: Not one of/],
    ['with unknown members', '"body":{"choices"', '"body":{"x":1,"choices"', /^Line \d+: body: Invalid value\.$/],
    ['with an answer of another type', '"answers":{"q1":true}', '"answers":{"q1":"o1"}', /answers\.q1: Must be true/],
    [
      'with an unknown question',
      '"answers":{"q1":true}',
      '"answers":{"q2":true}',
      /answers\.q2: Not one of the questions/,
    ],
    ['with invalid marks', '"score":1', '"score":"1"', /^Line \d+: score: /],
    ['with a number that cannot be summed', '"body":{"f1":7}', '"body":{"f1":7e20}', /answers\.f1: Must be from/],
    ['that is no object', '"body":{"f1":7}', '"body":[7]', /body: /],
    ['with another voter', '"voter_ref":"', '"voter_ref":"x', /^Line \d+: voter_ref: /],
    ['with a long tag', '"tags":["seen"', `"tags":["${'x'.repeat(41)}"`, /^Line \d+: tags: Must have at most 40/],
    ['with 21 tags', '"tags":[', `"tags":[${'1'.repeat(19).replace(/./g, (_, at) => `"t${at}",`)}`, /tags: .*20/],
    ['with a tag twice', '"tags":["seen"', '"tags":["seen","seen"', /tags: Invalid value/],
    ['with an empty tag', '"tags":["seen"', '"tags":[""', /tags: Invalid value/],
    ['with two tags in one', '"tags":["seen"', '"tags":["seen,heard"', /tags: Invalid value/],
    ['with a tag that is a number', '"tags":["seen"', '"tags":[7', /tags\.0: /],
    ['with a long note', '"note":"Call', `"note":"${'x'.repeat(5_000)}Call`, /note: Must have at most 5,?000/],
    ['with NUL in a note', '"note":"Call', '"note":"\\u0000Call', /note: Contains characters/],
    ['with a note that is not trimmed', '"note":"Call', '"note":" Call', /note: Invalid value/],
    ['with changes of no version', '"base_version":1', '"base_version":0', /base_version: /],
    ['with changes that publish', '"draft":{', '"draft":{"status":"open",', /draft: Invalid value/],
    ['with large changes', '"draft":{', `"draft":{"x":"${'x'.repeat(262_144)}",`, /draft: Invalid value/],
    ['with a number but no voter', '"voter_ref":null,"nth":null', '"voter_ref":null,"nth":0', /nth: Invalid value/],
  ])('refuses a row %s', (_what, from, to, message) => expectRefusal(edited(from, to), message));

  const row = (line: object) => JSON.stringify(line);
  const voter_ref = 'a'.repeat(32);
  test.each<[what: string, line: object, message: RegExp]>([
    ['of results with an unknown hour', { type: 'purged_result', bucket: '$h.x', count: 1 }, /bucket: Invalid value/],
    ['of an unknown ballot', { type: 'purged_result', bucket: 'b:o1>o9', count: 1 }, /bucket: Invalid value/],
    ['of an unknown group of results', { type: 'purged_result', bucket: '$x.e1', count: 1 }, /bucket: Invalid value/],
    ['with a negative count', { type: 'purged_result', bucket: 'o1', count: -1 }, /bucket: Invalid value/],
    ['with a fraction', { type: 'purged_result', bucket: 'o1', count: 0.5 }, /count: /],
    ['of a start in a poll', { type: 'used_start', token: voter_ref }, /type: Invalid value/],
    ['of a checked answer in a poll', row2(), /type: Invalid value/],
  ])('refuses a row %s', (_what, line, message) => {
    const poll = lines[2] ?? '';
    return expectRefusal(replaced('"type":"poll"', poll, row(line)), message);
  });

  test('refuses unpublished changes that have more options than a poll can have', () =>
    expectRefusal(
      withMembers('"type":"unpublished_changes"', () => ({ draft: { options: Array(101).fill({}) } })),
      /^Line \d+: options: Must have at most 100 items\.$/,
    ));

  test('refuses an answer with an ID of another time', async () => {
    const vote = lines.find((line) => line.includes('"vote_')) ?? '';
    const earlier = vote.replace(/"created_at":"\d{4}/, '"created_at":"2011');
    await expectRefusal(replaced(vote, earlier), /^Line \d+: id: Invalid value\.$/);
  });

  test('refuses a row that is repeated or in the wrong order', async () => {
    const ticket = lines.find((line) => line.includes('"type":"ticket"')) ?? '';
    const vote = lines.find((line) => line.includes('"vote_')) ?? '';
    const changes = lines.find((line) => line.includes('"unpublished_changes"')) ?? '';
    await expectRefusal(replaced(changes, changes, changes), /The line is repeated or in the wrong order\.$/);
    await expectRefusal(replaced(vote, vote, changes), /The line is repeated or in the wrong order\.$/);
    await expectRefusal(replaced(ticket, ticket, ticket), /The line is repeated or in the wrong order\.$/);
    await expectRefusal(replaced(vote, vote, vote), /The line is repeated or in the wrong order\.$/);
    await expectRefusal(replaced('"type":"poll"', lines[2] ?? '', vote, ticket), /repeated or in the wrong order\.$/);
    await expectRefusal(replaced('"type":"site"', lines[1] ?? '', vote), /belongs to no poll, quiz or form\.$/);
  });

  function row2(): object {
    return { type: 'checked_answer', token: voter_ref, question: 'q1', answer: true, started_at: 1 };
  }
});

test('refuses two answers of one visitor with the same number', async () => {
  const [first = '', second = ''] = lines.filter((line) => line.includes('"vote_'));
  const voter = /"voter_ref":"\w+"/.exec(first)?.[0] ?? '';
  const file = replaced(second, second.replace(/"voter_ref":"\w+"/, voter));
  await expect(server.services.transfer.import(target.session.scope, inChunks(file), 'renew')).rejects.toEqual(
    expect.objectContaining({ message: expect.stringMatching(/has the `nth` of another one/) }),
  );
  expect(await findMiscounts(server.services)).toEqual([]);
});

test('refuses IDs that exist, in any account, unless they are renewed', () =>
  expectRefusal(join(lines), /^These IDs are not available to this account: poll_\w+, /, 'keep'));

describe('reading stops at the first line above a limit of the account', () => {
  /** Yields lines of a file, and fails if the rest is read. */
  async function* withoutRest(...parts: string[]): AsyncGenerator<Uint8Array> {
    yield Buffer.from(join([lines[0] ?? '', ...parts]));
    expect.unreachable('The rest of the file is read.');
  }
  const site = (id: number) => (lines[1] ?? '').replace(/"id":\d+/, `"id":${id}`);
  const poll = (at: number) =>
    (lines[2] ?? '')
      .replace(/poll_\w{20}/, `poll_${String(at).padStart(20, '0')}`)
      .replace(/"site_id":\d+/, '"site_id":null');

  test.each<[what: string, quotas: QuotaOptions, parts: () => string[], message: string]>([
    ['sites', {}, () => Array.from({ length: 1_001 }, (_, at) => site(at + 1)), 'There would be 1,001 sites'],
    ['webhooks', { webhooks: 2 }, () => Array(3).fill(JSON.stringify(webhook)), 'its quota of 2 webhooks'],
    ['polls', { asks: 2 }, () => [poll(1), poll(2), poll(3)], 'its quota of 2 polls'],
    ['bytes of definitions', { definitionBytes: 10 }, () => [poll(1)], 'its quota of 10 bytes'],
  ])('reading stops at the first line above the limit of %s', async (_what, quotas, parts, message) => {
    const { services, close } = await startService({ quotas });
    const { session } = await createOwner(services);
    for (const method of ['plan', 'import'] as const)
      await expect(services.transfer[method](session.scope, withoutRest(...parts()), 'renew')).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(message),
      });
    await close();
  });
});

test('refuses what exceeds a quota', async () => {
  const ticket = (digit: string) => JSON.stringify({ type: 'ticket', voter_ref: digit.repeat(32) });
  const form = lines.find((line) => line.startsWith('{"type":"form"')) ?? '';
  const tickets = lines.filter((line) => line.includes('"type":"ticket"'));
  const more = [...tickets, ticket('e'), ticket('f')].sort();
  const file = join(lines.filter((line) => !tickets.includes(line))).replace(`${form}\n`, join([form, ...more]));
  await expectRefusal(
    file.replace('"tickets":2', '"tickets":4'),
    /^There would be 4 tickets, which exceeds the quota of 3/,
  );

  const small = await startService({ quotas: { asks: 2 } });
  const owner = await createOwner(small.services);
  const refusal = expect.objectContaining({ code: 'conflict', message: expect.stringContaining('quota of 2') });
  for (const method of ['plan', 'import'] as const) {
    await expect(small.services.transfer[method](owner.session.scope, inChunks(join(lines)), 'keep')).rejects.toEqual(
      refusal,
    );
  }
  expect(await findMiscounts(small.services)).toEqual([]);
  for await (const ask of small.askwell.polls.list(owner.session.account)) expect.unreachable(ask.title);
  await small.close();
});
