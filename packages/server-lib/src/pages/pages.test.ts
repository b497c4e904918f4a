import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Page, wordsOf } from '../../test/support/forms.js';
import { createHostedDesk, formIn } from '../../test/support/hosted.js';
import { sendRaw } from '../../test/support/raw.js';
import { startServer, type TestServer } from '../../test/support/server.js';
import type { FormDraft } from '../forms/contract.js';
import type { QuestionDraft } from '../quizzes/contract.js';

const start = Date.UTC(2026, 0, 31, 9);
let now = start;
let server: TestServer;
let desk: Awaited<ReturnType<typeof createHostedDesk>>;
beforeAll(async () => {
  server = await startServer({ trustProxy: ['127.0.0.1'], clock: () => now });
  desk = await createHostedDesk(server);
});
beforeEach(() => {
  now = start;
});
afterAll(() => server.close());

const votesOf = async (id: string) => (await server.askwell.polls.results(desk.account, id)).votes_count;
const policyOf = (page: Page) => page.headers.get('content-security-policy') ?? '';
const hiddenValue = (page: Page, name: string) => formIn(page).hidden.find(([known]) => known === name)?.[1];

async function all<Item>(list: AsyncGenerator<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

describe('an answer', () => {
  test('is taken from a plain form, for whose visitor a cookie stands', async () => {
    const id = await desk.poll();
    const visitor = desk.visitor();
    const page = await visitor.open(`/p/${id}`);
    expect(page.status).toBe(200);
    const cookie = page.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^askwell-visitor=[A-Za-z0-9]{32}; Path=\/p; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    expect(hiddenValue(page, 'voter')).toBe(visitor.cookies.get('askwell-visitor'));

    const thanks = await visitor.answer(page, { choices: 'o2' });
    expect(thanks.status).toBe(200);
    expect(wordsOf(thanks)).toContain('Thank you for your vote.');
    expect(wordsOf(thanks)).toContain('Coffee Your choice 100% 1 vote');
    expect(thanks.headers.get('referrer-policy')).toBe('no-referrer');
    expect(thanks.headers.get('cache-control')).toBe('no-store');
    expect(await votesOf(id)).toBe(1);

    const again = await visitor.open(`/p/${id}`);
    expect(wordsOf(again)).toContain('You have voted here.');
    expect(wordsOf(again)).toContain('Coffee Your choice');
    expect(again.text).not.toContain('<form class="form answer"');
    expect(wordsOf(await desk.visitor().open(`/p/${id}`))).not.toContain('Your choice');
  });

  test('that is sent twice counts once, and leads to the same page', async () => {
    const id = await desk.form();
    const visitor = desk.visitor();
    const page = await visitor.open(`/p/${id}`);
    const sent = await Promise.all([visitor.fill(page, { f1: 'Mira' }), visitor.fill(page, { f1: 'Mira' })]);
    const third = await visitor.fill(page, { f1: 'Mira' });
    expect(new Set([...sent, third].map(({ location }) => location)).size).toBe(1);
    expect(await all(server.askwell.forms.answers.list(desk.account, id))).toHaveLength(1);

    // Another answer under the same key is no repeat: it is asked for again, and taken then.
    const other = await visitor.answer(page, { f1: 'Noor' });
    expect(other.status).toBe(422);
    expect(wordsOf(other)).toContain('You have sent this before with other answers.');
    expect(other.text).toContain('value="Noor"');
    expect((await visitor.answer(other, { f1: 'Noor' })).status).toBe(200);
    expect(await all(server.askwell.forms.answers.list(desk.account, id))).toHaveLength(2);
  });

  test('leads to the address that the owner chose, whatever it redirects to', async () => {
    const id = await desk.poll({ after: { url: 'https://example.com/thanks' } });
    const visitor = desk.visitor();
    const page = await visitor.open(`/p/${id}`);
    expect(policyOf(page)).toContain("form-action 'self' https:;");
    expect((await visitor.fill(page, { choices: 'o1' })).location).toBe('https://example.com/thanks');
    const plain = await desk.poll({ after: { url: 'http://example.com/thanks' } });
    expect(policyOf(await visitor.open(`/p/${plain}`))).toContain("form-action 'self' https: http:;");
    expect(policyOf(await visitor.open(`/p/${await desk.poll()}`))).toContain("form-action 'self';");
  });

  test('is thanked for in the author’s words, as text', async () => {
    const id = await desk.form({ after: { message: 'Thanks, <b>really</b>.\nSee you.' } });
    const visitor = desk.visitor();
    const thanks = await visitor.answer(await visitor.open(`/p/${id}`), { f1: 'Mira' });
    expect(thanks.text).toContain('Thanks, &lt;b&gt;really&lt;/b&gt;.\nSee you.');
  });

  test('may be changed where the owner lets it, and stands in the form', async () => {
    const id = await desk.poll({ type: 'ranked', allow_change: true });
    const visitor = desk.visitor();
    const thanks = await visitor.answer(await visitor.open(`/p/${id}`), { 'rank.o1': '2', 'rank.o2': '1' });
    expect(thanks.text).toContain(`href="/p/${id}?change=1"`);
    const change = await visitor.open(`/p/${id}?change=1`);
    expect(wordsOf(change)).toContain('Change vote');
    expect(change.text).toMatch(/name="rank\.o2"><option value="">–<\/option><option value="1" selected>/);
    expect((await visitor.answer(change, { 'rank.o1': '1' })).status).toBe(200);
    const votes = await all(server.askwell.polls.answers.list(desk.account, id));
    expect(votes.map(({ choices }) => choices)).toEqual([['o1']]);
  });

  test('that took the last place keeps it when it is changed', async () => {
    const options = [{ label: 'Monday', max_votes: 1 }, { label: 'Tuesday', max_votes: 1 }, 'Friday'];
    const id = await desk.poll({ type: 'multiple', allow_change: true, options });
    const [visitor, other] = [desk.visitor(), desk.visitor()];
    await visitor.answer(await visitor.open(`/p/${id}`), { choices: 'o1' });
    await other.answer(await other.open(`/p/${id}`), { choices: 'o2' });
    const change = await visitor.open(`/p/${id}?change=1`);
    expect(change.text).toContain('value="o1" checked>');
    expect(change.text).toContain('value="o2" disabled>');
    expect((await visitor.answer(change, { choices: ['o1', 'o3'] })).status).toBe(200);
    expect((await other.open(`/p/${id}`)).text).not.toContain('value="o1" checked>');
  });

  test('tells no more than it may: nothing of results that are not visible, nothing by another’s id', async () => {
    const [hidden, other] = [await desk.poll({ results_visibility: 'never' }), await desk.poll()];
    const visitor = desk.visitor();
    const thanks = await visitor.answer(await visitor.open(`/p/${hidden}`), { choices: 'o1' });
    expect(wordsOf(thanks)).not.toContain('Results');
    const elsewhere = await visitor.answer(await visitor.open(`/p/${other}`), { choices: 'o1' });
    expect(wordsOf(elsewhere)).toContain('Results');
    const votes = await all(server.askwell.polls.answers.list(desk.account, other));
    const stranger = await desk.visitor().open(`/p/${hidden}?answer=${votes[0]?.id}`);
    expect(stranger.status).toBe(200);
    expect(wordsOf(stranger)).toContain('That vote is no longer here.');
    expect(wordsOf(stranger)).not.toContain('Thank you');
    const later = await desk.poll({ results_visibility: 'after_close' });
    const waiting = await visitor.answer(await visitor.open(`/p/${later}`), { choices: 'o1' });
    expect(wordsOf(waiting)).toContain('Results are shown once this is closed.');
  });

  test('by one address shows no other there what was answered', async () => {
    const id = await desk.poll({ one_per: 'ip' });
    const address = { 'x-forwarded-for': '198.51.100.7' };
    const first = desk.visitor(address);
    await first.answer(await first.open(`/p/${id}`), { choices: 'o1' });
    const second = await desk.visitor(address).open(`/p/${id}`);
    expect(wordsOf(second)).toContain('You have voted here.');
    expect(wordsOf(second)).not.toContain('Your choice');

    const form = await desk.form({ one_per: 'ip', allow_change: true });
    await first.answer(await first.open(`/p/${form}`), { f1: 'Mira' });
    const change = await desk.visitor(address).open(`/p/${form}?change=1`);
    expect(wordsOf(change)).toContain('Send again');
    expect(change.text).not.toContain('Mira');
  });

  test('with a ticket takes it from the address, or asks for it', async () => {
    const id = await desk.poll({ one_per: 'ticket' });
    const [ticket = '', other = ''] = await server.askwell.polls.issueTickets(desk.account, id, 2);
    const visitor = desk.visitor();
    const linked = await visitor.open(`/p/${id}?ticket=${ticket}`);
    expect(hiddenValue(linked, 'ticket')).toBe(ticket);
    expect(linked.text).not.toContain('Share');
    const thanks = await visitor.answer(linked, { choices: 'o1' });
    expect(wordsOf(thanks)).toContain('Thank you for your vote.');
    expect(wordsOf(await desk.visitor().open(`/p/${id}?ticket=${ticket}`))).toContain('You have voted here.');

    const plain = await visitor.open(`/p/${id}`);
    expect(wordsOf(plain)).toContain('You need a ticket');
    const wrong = await visitor.answer(plain, { choices: 'o2', ticket: 'nothing' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('name="ticket" aria-describedby="help-ticket fault-ticket" aria-invalid="true"');
    expect(wrong.text).toContain('value="o2" checked');
    expect((await visitor.answer(wrong, { choices: 'o2', ticket: other })).status).toBe(200);
    expect(await votesOf(id)).toBe(2);
  });
});

describe('an answer that is not taken', () => {
  test('comes back with all that was written, and what is wrong with it', async () => {
    const id = await desk.form({
      fields: [
        { id: 'name', type: 'short_text', label: 'Name', required: true },
        { id: 'email', type: 'email', label: 'E-mail' },
        { id: 'more', type: 'long_text', label: 'More' },
        { id: 'saw', type: 'multiple_choice', label: 'Saw', options: ['a', 'b', 'c'], max_choices: 1, other: true },
        { id: 'best', type: 'ranking', label: 'Best', options: ['a', 'b'] },
        { id: 'rows', type: 'matrix', label: 'Rows', rows: ['one', 'two'], options: ['x', 'y'] },
        { id: 'ok', type: 'consent', label: 'OK' },
      ],
    });
    const visitor = desk.visitor();
    const wrong = await visitor.answer(await visitor.open(`/p/${id}`), {
      email: '"><b>nowhere',
      more: '\r\nfirst\r\nsecond',
      saw: ['o1', 'o3'],
      'saw.other': 'Mine & yours',
      'best.rank.o1': '1',
      'best.rank.o2': '1',
      'rows.r2': 'o2',
      ok: 'true',
    });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('<title>Problem: A form</title>');
    expect(wordsOf(wrong)).toContain('Name – Needs an answer.');
    expect(wordsOf(wrong)).toContain('Best – Two have the same place.');
    expect(wrong.text).toContain('<a href="#in-email">');
    expect(wrong.text).toContain('value="&quot;&gt;&lt;b&gt;nowhere"');
    expect(wrong.text).toMatch(/<textarea [^>]*>\n\r\nfirst\r\nsecond<\/textarea>/);
    for (const checked of [
      'id="in-saw" name="saw" value="o1" checked',
      'name="saw" value="o3" checked',
      'name="rows.r2" value="o2" checked',
      'name="ok" value="true" checked',
    ]) {
      expect(wrong.text).toContain(checked);
    }
    expect(wrong.text).not.toContain('name="saw" value="o2" checked');
    expect(wrong.text).toContain('value="Mine &amp; yours"');
    expect(wrong.text.match(/<option value="1" selected>/g)).toHaveLength(2);

    const right = await visitor.answer(wrong, { name: 'Mira', saw: 'o1', ok: 'true' });
    expect(right.status).toBe(200);
    const [submission] = await all(server.askwell.forms.answers.list(desk.account, id));
    expect(submission?.answers).toEqual({ name: 'Mira', saw: ['o1'], ok: true });
  });

  test('waits a quarter of an hour, for who has its address, and not in clear', async () => {
    const id = await desk.form({ fields: [{ id: 'a', type: 'email', label: 'A' }] });
    const other = await desk.form();
    const visitor = desk.visitor();
    const sent = await visitor.fill(await visitor.open(`/p/${id}`), { a: 'what I wrote' });
    const path = sent.location ?? '';
    const token = new URL(path, server.url).searchParams.get('again') ?? '';
    expect(token).toMatch(/^[A-Za-z0-9]{24}$/);
    expect((await visitor.open(path)).text).toContain('what I wrote');
    expect((await visitor.open(path)).text).toContain('what I wrote');
    for (const wrong of [`/p/${other}?again=${token}`, `/p/${id}?again=${'x'.repeat(24)}`]) {
      const page = await visitor.open(wrong);
      expect(page.status).toBe(200);
      expect(page.text).not.toContain('what I wrote');
    }
    now += 15 * 60 * 1000;
    const late = await visitor.open(path);
    expect(late.status).toBe(200);
    expect(late.text).not.toContain('what I wrote');
    expect(wordsOf(late)).toContain('What you wrote waited here for a quarter of an hour');
  });

  test.each([
    ['closed', { closes_at: '2026-01-31T09:30:00Z' }, 409, 'This closed before your answer came'],
    ['too early', { opens_at: '2026-01-31T08:00:00Z' }, 409, 'This was not open yet'],
  ])('since it is %s says so, and gives back what was written', async (what, draft, status, words) => {
    const id = await desk.form(draft);
    const visitor = desk.visitor();
    const page = await visitor.open(`/p/${id}`);
    now += what === 'closed' ? 3_600_000 : -3 * 3_600_000;
    const told = await visitor.answer(page, { f1: 'A long story' });
    expect(told.status).toBe(status);
    expect(wordsOf(told)).toContain(words);
    expect(told.text).toContain('value="A long story"');
    expect(told.text).not.toContain('<form class="form answer"');
  });

  test('since others were faster says so; where one option alone is full, another can be chosen', async () => {
    const full = await desk.poll({ max_answers: 1 });
    const [first, second] = [desk.visitor(), desk.visitor()];
    const pages = [await first.open(`/p/${full}`), await second.open(`/p/${full}`)] as const;
    await first.answer(pages[0], { choices: 'o1' });
    const late = await second.answer(pages[1], { choices: 'o1' });
    expect([late.status, wordsOf(late).includes('This takes no more answers, so yours was not counted.')]).toEqual([
      409,
      true,
    ]);
    expect(wordsOf(late)).not.toContain('Results');

    const capped = await desk.poll({ options: [{ label: 'Tea', max_votes: 1 }, 'Coffee'] });
    const before = await second.open(`/p/${capped}`);
    await first.answer(await first.open(`/p/${capped}`), { choices: 'o1' });
    const told = await second.answer(before, { choices: 'o1' });
    expect([told.status, wordsOf(told).includes('An option you chose has no room left.')]).toEqual([409, true]);
    expect((await second.answer(told, { choices: 'o2' })).status).toBe(200);
    expect(await votesOf(capped)).toBe(2);
  });

  test('since it is a second one says so, and shows results as after the first', async () => {
    const id = await desk.poll();
    const visitor = desk.visitor();
    const page = await visitor.open(`/p/${id}`);
    await visitor.answer(page, { choices: 'o1' });
    const told = await visitor.answer(page, { choices: 'o2', 'Idempotency-Key': 'another key' });
    expect(told.status).toBe(409);
    expect(wordsOf(told)).toContain('You have already answered here, so this was not counted.');
    expect(wordsOf(told)).toContain('Results');
    const wrong = await visitor.answer(page, { choices: 'o9', 'Idempotency-Key': 'one more' });
    expect([wrong.status, wrong.text.includes('<form class="form answer"')]).toEqual([409, false]);
    expect(wordsOf(wrong)).toContain('You have already answered here, so this was not counted.');
    expect(await votesOf(id)).toBe(1);
  });
});

describe('a quiz', () => {
  const questions = [1, 2, 3, 4].map((n) => ({ type: 'boolean', prompt: `Question ${n}`, answer: true }) as const);

  test('tells of an attempt what it may, and nothing before it', async () => {
    const question: QuestionDraft = {
      type: 'single',
      prompt: 'Capital?',
      options: ['Porto', 'Lisbon'],
      answer: 'o2',
      explanation: 'Since 1255.',
    };
    const told = async (reveal: 'nothing' | 'score' | 'correctness' | 'answers') => {
      const visitor = desk.visitor();
      const page = await visitor.open(`/p/${await desk.quiz({ questions: [question], reveal })}`);
      expect(page.text).not.toContain('1255');
      const words = wordsOf(await visitor.answer(page, { q1: 'o1', name: 'Mira' }));
      return ['0 of 1 points', 'Wrong', 'Right answer', 'Since 1255.'].map((one) => words.includes(one));
    };
    expect(await told('nothing')).toEqual([false, false, false, false]);
    expect(await told('score')).toEqual([true, false, false, false]);
    expect(await told('correctness')).toEqual([true, true, false, false]);
    expect(await told('answers')).toEqual([true, true, true, true]);
  });

  test('that is timed or drawn gives its questions when it is started, the same ones however often that is loaded', async () => {
    const id = await desk.quiz({ questions, draw: 2, time_limit_seconds: 60 });
    const visitor = desk.visitor();
    const page = await visitor.open(`/p/${id}`);
    expect(wordsOf(page)).toContain('You have 1 minute from the moment you start.');
    expect(page.text).not.toContain('Question 1');
    const { location } = await visitor.open(`/p/${id}/start`);
    const started = await visitor.open(location ?? '');
    const asked = questionsIn(started);
    expect(asked).toHaveLength(2);
    expect(questionsIn(await visitor.open(location ?? ''))).toEqual(asked);
    expect(hiddenValue(started, 'started')).toBe(new URL(location ?? '', server.url).searchParams.get('started'));

    const wrong = await visitor.answer(started, { [asked[0] ?? '']: 'true', email: 'nowhere' });
    expect([wrong.status, questionsIn(wrong)]).toEqual([422, asked]);
    const done = await visitor.answer(wrong, { [asked[0] ?? '']: 'true', [asked[1] ?? '']: 'true' });
    expect(wordsOf(done)).toContain('100% 2 of 2 points');
    const twice = await visitor.answer(wrong, { [asked[0] ?? '']: 'false', 'Idempotency-Key': 'another' });
    expect([twice.status, wordsOf(twice).includes('You have already answered here')]).toEqual([409, true]);
  });

  test('whose time is over says so, gives back what was answered, and starts again', async () => {
    const id = await desk.quiz({ questions, time_limit_seconds: 60 });
    const visitor = desk.visitor();
    const { location } = await visitor.open(`/p/${id}/start`);
    const started = await visitor.open(location ?? '');
    now += 66_000;
    const late = await visitor.answer(started, { q1: 'true' });
    expect(late.status).toBe(409);
    expect(wordsOf(late)).toContain('The time was over when your answers came');
    expect(late.text).toContain('value="true" checked');
    expect(late.text).toContain(`action="/p/${id}/start"`);
    expect(wordsOf(await visitor.open(location ?? ''))).toContain('Start the quiz');
    expect(wordsOf(await visitor.open(`/p/${id}?started=junk`))).toContain('Please start again.');
  });

  test('may be tried as often as its owner says', async () => {
    const id = await desk.quiz({ one_per: 'browser', max_attempts: 2 });
    const visitor = desk.visitor();
    const first = await visitor.answer(await visitor.open(`/p/${id}`), { q1: 'true' });
    expect(wordsOf(first)).toContain('Try again');
    now += 1_000;
    const second = await visitor.answer(await visitor.open(`/p/${id}`), { q1: 'false' });
    expect(wordsOf(second)).not.toContain('Try again');
    const done = wordsOf(await visitor.open(`/p/${id}`));
    expect(done).toContain('You have taken this quiz.');
    expect(done).toContain('0 of 1 points');
  });

  const questionsIn = ({ text }: Page) => [
    ...new Set([...text.matchAll(/name="(q\d+)"/g)].map(([, name = '']) => name)),
  ];
});

describe('the page', () => {
  test('is not there for visitors while it is a draft, and a preview for its owner', async () => {
    const id = await desk.quiz({ status: 'draft', draw: 1 });
    const nobody = await desk.visitor().open(`/p/${id}`);
    expect([nobody.status, wordsOf(nobody).includes('There is nothing here')]).toEqual([404, true]);
    const token = await server.house.sessions.open(desk.account, 'Chrome', undefined);
    const owner = await desk.visitor().open(`/p/${id}`, { cookie: `askwell=${token}` });
    expect(owner.status).toBe(200);
    expect(wordsOf(owner)).toContain('This is a draft, and only you see it.');
    expect(wordsOf(owner)).toContain('Is water wet?');
    expect(owner.text).toMatch(/<button class="button primary large" disabled>/);
    const stranger = await createHostedDesk(server);
    const other = await server.house.sessions.open(stranger.account, 'Chrome', undefined);
    expect((await desk.visitor().open(`/p/${id}`, { cookie: `askwell=${other}` })).status).toBe(404);
  });

  test.each(['/p/poll_00000000000000000000', '/p/quiz_x', '/p/x', '/p/poll_00000000000000000000/qr.svg'])(
    'of nothing is a page that says so: %s',
    async (path) => {
      const page = await desk.visitor().open(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(wordsOf(page)).toContain('There is nothing here');
    },
  );

  test('says how things stand: not open yet, closed, full', async () => {
    const words = async (draft: object) => wordsOf(await desk.visitor().open(`/p/${await desk.poll(draft)}`));
    expect(await words({ opens_at: '2026-02-01T09:00:00Z' })).toContain('This poll is not open yet.');
    expect(await words({ status: 'closed' })).toContain('This poll is closed.');
    expect(await words({ closes_at: '2026-01-31T08:00:00Z', results_visibility: 'after_close' })).toContain(
      'No answers yet.',
    );
  });

  test('speaks the language of its ask, in its direction', async () => {
    const head = async (locale: string | null) =>
      /<html [^>]*>/.exec((await desk.visitor().open(`/p/${await desk.poll({ locale })}`)).text)?.[0];
    expect(await head(null)).toBe('<html lang="en" dir="ltr">');
    expect(await head('pt-BR')).toBe('<html lang="pt-BR" dir="ltr">');
    for (const locale of ['ar', 'he', 'fa', 'ur', 'az-Arab']) {
      expect(await head(locale)).toBe(`<html lang="${locale}" dir="rtl">`);
    }
  });

  test('can be shared: by a link, a QR code, and what chats show of it', async () => {
    const id = await desk.poll({ description: `A "question" & more.\n${'x'.repeat(300)}` });
    const page = await desk.visitor().open(`/p/${id}`);
    expect(page.text).toContain('<meta property="og:title" content="Tea or coffee?">');
    expect(page.text).toMatch(
      /<meta property="og:description" content="A &quot;question&quot; &amp; more\. x{170,}…">/,
    );
    expect(page.text).toContain(`<meta property="og:url" content="${server.url}/p/${id}">`);
    expect(page.text).toContain(`value="${server.url}/p/${id}"`);
    const code = await desk.visitor().open(`/p/${id}/qr.svg`);
    expect([code.status, code.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(code.text).toMatch(/^<svg /);
    const host = 'a'.repeat(9_000);
    const asked = `GET /p/${id}/qr.svg HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(server, asked)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('lets the origins of its site frame it, and nobody else', async () => {
    const site = await server.house.sites.create(desk.session.scope, {
      name: 'Shop',
      origins: ['https://shop.example', 'https://www.example'],
    });
    const framed = await desk.visitor().open(`/p/${await desk.poll({ site_id: site })}`);
    expect(policyOf(framed)).toContain("frame-ancestors 'self' https://shop.example https://www.example");
    expect(framed.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const plain = await desk.visitor().open(`/p/${await desk.poll()}`);
    expect(policyOf(plain)).toContain("frame-ancestors 'none'");
    expect(policyOf(plain)).not.toMatch(/unsafe|nonce/);
    // Its own posts pass, though its origin is none of those.
    const visitor = desk.visitor({ origin: server.url });
    expect((await visitor.answer(framed, { choices: 'o1' })).status).toBe(200);
  });

  test('is of a size that can be sent, whatever is asked and counted', async () => {
    const many = (n: number) => Array.from({ length: n }, (_, at) => `${at}`);
    const times = <Item>(n: number, item: Item) => Array.from({ length: n }, () => item);
    const matrix = { type: 'matrix', label: 'x', rows: many(50), options: many(20) } as const;
    const ranking = { type: 'ranking', label: 'x', options: many(200) } as const;
    const sizeOf = async (fields: FormDraft['fields']) => {
      const page = await desk.visitor().open(`/p/${await desk.form({ fields })}`);
      expect(page.text.length).toBeLessThan(5_000_000);
      return page;
    };
    const asked = await sizeOf(times(200, matrix));
    expect(wordsOf(asked)).toContain('There is too much to choose from here for a page without scripts.');
    expect(asked.text).not.toContain('<form class="form answer"');
    expect((await sizeOf(times(9, matrix))).text).toContain('name="f9.r50" value="o20"');
    const ranked = await sizeOf(times(20, ranking));
    expect(ranked.text).toContain('<input type="number" id="in-f20.rank.o200" name="f20.rank.o200" min="1" max="200"');

    const id = await desk.form({ fields: times(6, matrix), results_visibility: 'always' });
    const visitor = desk.visitor();
    const thanks = await visitor.answer(await visitor.open(`/p/${id}`), { 'f1.r1': 'o1' });
    expect(wordsOf(thanks)).toContain('There is more than fits on this page.');
    expect(thanks.text.match(/<section class="summary">/g)).toHaveLength(5);
  });

  test('is filled in beforehand by its address', async () => {
    const id = await desk.form({
      fields: [
        { id: 'a', type: 'short_text', label: 'A' },
        { id: 'from', type: 'hidden' },
      ],
    });
    const page = await desk.visitor().open(`/p/${id}?a=%3Cb%3E&from=mail&voter=forged-voter-0123456789`);
    expect(page.text).toContain('value="&lt;b&gt;"');
    expect(page.text).toContain('<input type="hidden" name="from" value="mail">');
    expect(hiddenValue(page, 'voter')).not.toContain('forged');
  });

  test('has fields that are called like what it sends along', async () => {
    const id = await desk.form({ fields: [{ id: 'voter', type: 'short_text', label: 'Who votes' }] });
    const visitor = desk.visitor();
    const page = await visitor.open(`/p/${id}`);
    expect(hiddenValue(page, 'voter')).toBeUndefined();
    const back = await visitor.answer(page, { voter: 'Mira', stranger: 'x' });
    expect([back.status, back.text.includes('value="Mira"')]).toEqual([422, true]);
    await visitor.answer(back, { voter: 'Mira' });
    const [submission] = await all(server.askwell.forms.answers.list(desk.account, id));
    expect(submission?.answers).toEqual({ voter: 'Mira' });
  });

  test('has no two elements of one id, whatever fields are called', async () => {
    const choice = { label: 'Choose', help: 'One', options: ['a', 'b'], required: true };
    const ids = ['a', 'a-1', 'a-help', 'a-fault', 'help-a', '1-a'];
    const id = await desk.form({ fields: ids.map((id) => ({ ...choice, type: 'single_choice', id })) });
    const visitor = desk.visitor();
    const wrong = await visitor.answer(await visitor.open(`/p/${id}`), {});
    const found = [...wrong.text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(found.length).toBeGreaterThan(ids.length * 4);
    expect(new Set(found).size).toBe(found.length);
    for (const [, target] of wrong.text.matchAll(/ (?:for|aria-describedby)="([^"]*)"/g)) {
      for (const one of target?.split(' ') ?? []) expect(found).toContain(one);
    }
  });

  test('mixes options for each visitor, the same way each time', async () => {
    const options = Array.from({ length: 12 }, (_, at) => `Option ${at}`);
    const id = await desk.poll({ options, shuffle: true });
    const orderFor = async (visitor: ReturnType<typeof desk.visitor>) =>
      [...(await visitor.open(`/p/${id}`)).text.matchAll(/value="(o\d+)"/g)].map(([, value]) => value).join(' ');
    const [one, other] = [desk.visitor(), desk.visitor()];
    const first = await orderFor(one);
    expect(await orderFor(one)).toBe(first);
    expect(await orderFor(other)).not.toBe(first);
  });
});

describe("a browser's own post that no ask could answer is told by a page:", () => {
  const votes = (id: string) => `/api/v1/polls/${id}/votes`;
  const expectPage = (page: Page, status: number, words: string) => {
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(wordsOf(page)).toContain(words);
    expect(policyOf(page)).toContain("default-src 'none'");
    expect(page.headers.get('ratelimit')).not.toBeNull();
  };

  test('to nothing, too large, of another type, unreadable', async () => {
    const [id, visitor] = [await desk.poll(), desk.visitor()];
    expectPage(await visitor.submit(votes('poll_00000000000000000000')), 404, 'There is nothing here');
    expectPage(await visitor.submit(votes(id), { choices: 'x'.repeat(70_000) }), 413, 'That is too much at once');
    const body = new FormData();
    body.set('choices', 'o1');
    expectPage(await visitor.send(votes(id), { method: 'POST', body }), 415, 'That could not be read');
    const broken = {
      method: 'POST',
      body: 'choices=%ff',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    expectPage(await visitor.send(votes(id), broken), 400, 'That could not be read');
  });

  test('from a page that may not send', async () => {
    const site = await server.house.sites.create(desk.session.scope, {
      name: 'Shop',
      origins: ['https://shop.example'],
    });
    const id = await desk.poll({ site_id: site });
    const foreign = desk.visitor({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expectPage(await foreign.submit(votes(id), { choices: 'o1' }), 403, 'That page may not send answers here');
  });

  test('too many: with what was written, to be sent again after the wait', async () => {
    const address = { 'x-forwarded-for': '198.51.100.8' };
    const [id, visitor] = [await desk.form(), desk.visitor(address)];
    const page = await visitor.open(`/p/${id}`);
    for (let n = 0; n < 30; n++) await visitor.submit(votes('poll_x'));
    const refused = await visitor.fill(page, { f1: 'A <long> story\nof mine' });
    expectPage(refused, 429, 'You can send it again in 60 seconds.');
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.text).toContain('A &lt;long&gt; story\nof mine');
    expect(refused.text).toContain(`action="/api/v1/forms/${id}/submissions"`);
    const elsewhere = desk.visitor({ ...address, 'sec-fetch-site': 'cross-site' });
    const foreign = await elsewhere.submit(votes(id), { f1: 'x' });
    expectPage(foreign, 429, 'You can send it again');
    expect(foreign.text).not.toContain('Send again');
  });

  test('where the database is busy: with what was written', async () => {
    const visitor = desk.visitor();
    const page = await visitor.open(`/p/${await desk.form()}`);
    const lock = new Database(server.database);
    lock.exec('begin immediate');
    const refused = await visitor.fill(page, { f1: 'A long story' });
    lock.exec('rollback');
    lock.close();
    expectPage(refused, 503, 'Just a moment');
    expect(refused.text).toContain('A long story');
    expect(refused.text).toContain('Send again');
  });

  test('in the frame that it stands in, and leads on from there', async () => {
    const origins = ['https://shop.example'];
    const site_id = await server.house.sites.create(desk.session.scope, { name: 'Shop', origins });
    const id = await desk.poll({ site_id, after: { url: 'https://example.com/thanks' } });
    const visitor = desk.visitor();
    const page = await visitor.open(`/p/${id}`);
    for (let n = 0; n < 30; n++) await visitor.submit(votes('poll_x'));
    const policy = policyOf(await visitor.fill(page, { choices: 'o1' }));
    expect(policy).toContain("frame-ancestors 'self' https://shop.example");
    expect(policy).toContain("form-action 'self' https:;");
  });

  test('while programs are told as before', async () => {
    const id = await desk.form({ fields: [{ type: 'email', label: 'A' }] });
    const post = async (headers: Record<string, string>, body: string) => {
      const reply = await fetch(`${server.url}/api/v1/forms/${id}/submissions`, { method: 'POST', headers, body });
      return [reply.status, reply.headers.get('content-type')];
    };
    const json = 'application/json; charset=utf-8';
    expect(await post({ 'content-type': 'application/x-www-form-urlencoded' }, 'f1=x')).toEqual([422, json]);
    expect(await post({ 'content-type': 'application/json', accept: 'text/html' }, '{"answers":{"f1":"x"}}')).toEqual([
      422,
      json,
    ]);
    expect(await post({ 'content-type': 'text/plain' }, 'f1=x')).toEqual([415, json]);
  });
});

test('below a base path, over https, all of it stays there', async () => {
  const mounted = await startServer({
    basePath: '/x/polls',
    baseUrl: 'https://example.com/x/polls',
    trustProxy: ['127.0.0.1'],
  });
  try {
    const there = await createHostedDesk(mounted);
    const id = await there.poll();
    const page = await there.visitor().open(`/p/${id}`);
    expect(page.headers.get('set-cookie')).toMatch(/^__Secure-askwell-visitor=[^;]+; Path=\/x\/polls\/p; .*; Secure$/);
    expect(formIn(page).action).toBe(`/x/polls/api/v1/polls/${id}/votes`);
    expect(page.text).toContain(`content="https://example.com/x/polls/p/${id}"`);
    expect(policyOf(page)).toContain("img-src 'self' data: https:;");
    for (const [, path = ''] of page.text.matchAll(/(?:href|src)="([^"#]*)"/g)) expect(path).toMatch(/^\/x\/polls\//);
  } finally {
    await mounted.close();
  }
});
