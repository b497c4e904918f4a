import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { isStored } from '../../../test/support/store/stored-rows.js';
import type { AccountObject } from '../../owners/access/account-object.js';

let server: TestServer;
let browser: FormBrowser;
let account: AccountObject;
beforeAll(async () => {
  server = await startService({ quotas: { tickets: 20 } });
  const { session, email, password } = await createOwner(server.services);
  account = session.account;
  browser = createFormBrowser(server);
  await browser.submit('/login', { email, password });
});
afterAll(() => server.close());

async function newPoll(more: object = {}): Promise<string> {
  return (await server.askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Pie'], ...more })).id;
}
const share = (id: string, rest = '') => `/dashboard/asks/${id}/share${rest}`;
const ticketed = () => newPoll({ one_per: 'ticket' });
const codesIn = (text: string) => [...text.matchAll(/\?ticket=(\w{16})\b/g)].map(([, code]) => code ?? '');
const vote = (poll: string, ticket: string) => server.askwell.polls.vote(poll, { choices: ['o1'], ticket });

test('shows new tickets once, each in a link that allows one vote', async () => {
  const poll = await ticketed();
  const page = await browser.submit(share(poll, '/tickets'), { count: '3' });
  expect(page.status).toBe(201);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.text).not.toContain('<form');
  const codes = codesIn(page.text);
  expect(new Set(codes).size).toBe(3);
  expect(page.text).toContain(`<li>${server.url}/p/${poll}?ticket=${codes[0]}</li>`);
  expect(wordsOf(page)).toContain('Copy 3 links');
  const hosted = await createFormBrowser(server).open(`/p/${poll}?ticket=${codes[0]}`);
  expect(hosted.text).toContain(`value="${codes[0]}"`);
  await vote(poll, codes[0] ?? '');
  const again = await browser.open(share(poll));
  expect(wordsOf(again)).toContain('3 tickets, 1 used');
  for (const code of codes) expect(again.text).not.toContain(code);
  for (const code of codes) expect(await isStored(server.database, code)).toBe(false);
});

test('leads to the tickets before the other ways to share', async () => {
  const page = await browser.open(share(await ticketed()));
  expect(wordsOf(page)).toMatch(
    /Tickets Each person .* Visitors see the poll, and enter the code of their ticket .* Embed on a website/,
  );
  const draft = await newPoll({ one_per: 'ticket', status: 'draft' });
  expect(wordsOf(await browser.open(share(draft)))).toMatch(
    /Preview link .* Tickets Each person .* Embed on a website/,
  );
});

test('creates tickets and answers with a CSV file', async () => {
  const poll = await ticketed();
  const page = await browser.open(share(poll));
  expect(page.text).toContain(`formaction="${share(poll, '/tickets.csv')}"`);
  const file = await browser.submit(share(poll, '/tickets.csv'), { count: '2' });
  expect(file.status).toBe(200);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${poll}-tickets.csv"`);
  expect(file.headers.get('cache-control')).toBe('no-store');
  const [first = '', second = ''] = codesIn(file.text);
  const link = `${server.url}/p/${poll}?ticket=`;
  expect(file.text).toBe(`ticket,link,reference\r\n${first},${link}${first},\r\n${second},${link}${second},\r\n`);
  await vote(poll, second);
});

test.each(['', '0', '10001', '1.5', '1e3', 'many', '-1'])('rejects the number %j and shows it again', async (count) => {
  const poll = await ticketed();
  for (const rest of ['/tickets', '/tickets.csv']) {
    const page = await browser.submit(share(poll, rest), { count });
    expect(page.status).toBe(422);
    expect(wordsOf(page)).toContain('Check 1 field: Number of tickets');
    if (count !== '') expect(page.text).toContain(`value="${count}"`);
  }
  expect(wordsOf(await browser.open(share(poll)))).toContain('0 tickets, 0 used');
});

test('says that the tickets would exceed the quota', async () => {
  const poll = await ticketed();
  const page = await browser.submit(share(poll, '/tickets'), { count: '21' });
  expect(page.status).toBe(409);
  expect(wordsOf(page)).toContain('exceeds the quota of 20');
});

test('withdraws a ticket by its code or its link, but none that was used', async () => {
  const poll = await ticketed();
  const [code = '', link = '', used = ''] = codesIn(
    (await browser.submit(share(poll, '/tickets'), { count: '3' })).text,
  );
  await vote(poll, used);
  for (const ticket of [` ${code} `, `${server.url}/p/${poll}?ticket=${link}`]) {
    const reply = await browser.submit(share(poll, '/tickets/withdraw'), { ticket });
    expect([reply.status, reply.location]).toEqual([303, `${share(poll)}?notice=ticket-withdrawn`]);
  }
  await expect(vote(poll, code)).rejects.toMatchObject({ code: 'invalid' });
  const refused = await browser.submit(share(poll, '/tickets/withdraw'), { ticket: used });
  expect(refused.status).toBe(409);
  expect(wordsOf(refused)).toContain('This ticket was used.');
  const unknown = await browser.submit(share(poll, '/tickets/withdraw'), { ticket: '"><b>' });
  expect(unknown.status).toBe(409);
  expect(unknown.text).toContain('value="&quot;&gt;&lt;b&gt;"');
  expect(wordsOf(unknown)).toContain('There is no such ticket.');
  const words = wordsOf(await browser.open(`${share(poll)}?notice=ticket-withdrawn`));
  expect(words).toContain('Ticket withdrawn.');
  expect(words).toContain('1 ticket, 1 used');
});

test('withdraws all unused tickets after a confirmation with their number', async () => {
  const poll = await ticketed();
  const [used = '', unused = ''] = codesIn((await browser.submit(share(poll, '/tickets'), { count: '5' })).text);
  await vote(poll, used);
  expect(wordsOf(await browser.open(share(poll)))).toContain('Withdraw 4 unused tickets');
  const reply = await browser.submit(share(poll, '/tickets/withdraw-unused'));
  expect([reply.status, reply.location]).toEqual([303, `${share(poll)}?notice=tickets-withdrawn`]);
  await expect(vote(poll, unused)).rejects.toMatchObject({ code: 'invalid' });
  const words = wordsOf(await browser.open(share(poll)));
  expect(words).toContain('1 ticket, 1 used');
  expect(words).not.toMatch(/Withdraw \d/);
});

test('offers no tickets unless the poll uses them', async () => {
  const poll = await newPoll();
  const page = await browser.open(share(poll));
  expect(page.text).not.toContain('create-tickets');
  expect(page.text).toContain(`<a href="/dashboard/asks/${poll}/settings">allow one answer for each ticket`);
  const reply = await browser.submit(share(poll, '/tickets'), { count: '1' });
  expect(reply.status).toBe(409);
});

test('creates tickets with references, and lists them without their codes', async () => {
  const poll = await ticketed();
  const page = await browser.submit(share(poll, '/tickets'), { count: '', tickets: 'Anna\r\n\r\n <b>Ben \r\n' });
  expect(page.status).toBe(201);
  expect(page.text).toContain('&lt;b&gt;Ben\t');
  const [anna = '', ben = ''] = codesIn(page.text);
  await vote(poll, ben);
  expect((await browser.open(share(poll))).text).toContain(`href="${share(poll, '/tickets')}"`);
  const list = await browser.open(share(poll, '/tickets'));
  expect(list.text).toContain('<bdi>&lt;b&gt;Ben</bdi>');
  expect(list.text).toContain(`${anna.slice(0, 4)}••••••`);
  for (const code of [anna, ben]) expect(list.text).not.toContain(code);
  const words = async (query: string) => wordsOf(await browser.open(share(poll, `/tickets${query}`)));
  expect(await words('?used=yes')).toContain('Ben');
  expect(await words('?used=yes')).not.toContain('Anna');
  expect(await words('?used=no')).toContain('Anna');
  expect(await words('?used=no')).not.toContain('Ben');

  const [, withdraw = ''] =
    /action="([^"]+\/withdraw)"/.exec((await browser.open(share(poll, '/tickets?used=no'))).text) ?? [];
  const reply = await browser.submit(withdraw);
  expect([reply.status, reply.location]).toEqual([303, `${share(poll, '/tickets')}?notice=ticket-withdrawn`]);
  await expect(vote(poll, anna)).rejects.toMatchObject({ code: 'invalid' });
  expect(await words('')).not.toContain('Anna');
  expect(list.text.match(/action="[^"]*\/withdraw"/g)).toHaveLength(1);
  expect((await browser.submit(withdraw)).status).toBe(404);
});

test('shows tickets in pages', async () => {
  const { session, email, password } = await createOwner(server.services);
  const other = createFormBrowser(server);
  await other.submit('/login', { email, password });
  const large = await startService({ database: server.database });
  const poll = (
    await large.askwell.polls.create(session.account, { title: 'x', options: ['a', 'b'], one_per: 'ticket' })
  ).id;
  await large.askwell.polls.issueTickets(
    session.account,
    poll,
    Array.from({ length: 60 }, (_, at) => ({ reference: `member-${at}.` })),
  );
  await large.close();
  const seen: string[] = [];
  for (let path: string | undefined = share(poll, '/tickets'); path !== undefined; ) {
    const { text } = await other.open(path);
    seen.push(...[...text.matchAll(/<bdi>(member-\d+\.)<\/bdi><\/td>/g)].map(([, reference]) => reference ?? ''));
    path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, at) => `member-${59 - at}.`));
});

test.each([
  [{ count: '1', tickets: 'Anna' }, 409, 'Enter either the number of tickets or a list of people'],
  [{ count: '', tickets: 'x'.repeat(201) }, 422, 'Check 1 field: Or a list of people'],
])('rejects %j', async (fields, status, words) => {
  const poll = await ticketed();
  const page = await browser.submit(share(poll, '/tickets'), fields);
  expect(page.status).toBe(status);
  expect(wordsOf(page)).toContain(words);
  expect(wordsOf(await browser.open(share(poll)))).toContain('0 tickets, 0 used');
});
