import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createDeferred } from '../../../test/support/deferred.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { Reply } from '../../http/exchange.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const start = Date.parse('2026-03-10T09:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;

const { clock, source } = createTestClock(start);
let server: TestServer;
let owner: Owner;
let browser: FormBrowser;
let stranger: FormBrowser;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
  browser = await signedIn(owner);
  stranger = createFormBrowser(server);
});
afterAll(() => server.close());

async function signedIn({ email, password }: Owner): Promise<FormBrowser> {
  const own = createFormBrowser(server);
  expect((await own.submit('/login', { email, password })).status).toBe(303);
  return own;
}

const account = () => owner.session.account;

/** Creates a poll with a vote for each of `choices`, one each day. The last one is cast now. */
async function createPoll(choices: readonly (readonly string[])[], title = 'Lunch?'): Promise<string> {
  const draft = { title, type: 'multiple' as const, options: ['Soup', '<b>Salad</b>', 'Pizza'], one_per: null };
  const { id } = await server.askwell.polls.create(account(), draft);
  for (const [at, vote] of choices.entries()) {
    if (at > 0) await clock.advance(day);
    await server.askwell.polls.vote(id, { choices: [...vote] });
  }
  return id;
}

const pathOf = (id: string, rest = '') => `/dashboard/asks/${id}/results${rest}`;

describe('the results of a poll', () => {
  let id: string;
  beforeAll(async () => {
    id = await createPoll([['o1'], ['o1', 'o2'], ['o2'], ['o1'], ['o1', 'o3']]);
  });

  test('have figures, bars, a chart with its table, and no markup of authors', async () => {
    const page = await browser.open(pathOf(id));
    expect(page.status).toBe(200);
    const words = wordsOf(page);
    expect(words).toContain('Answers 5');
    expect(words).toContain('Today (UTC) 1');
    expect(words).toContain('Last answer 14 Mar 2026, 09:00 UTC');
    expect(words).toContain('5 answers, 7 votes. People can choose several options.');
    expect(words).toMatch(/Soup 80 % 4 votes/);
    expect(page.text).toContain('aria-label="Answers per day. Day (UTC) with the most answers: 10 Mar 2026, 1 of 5."');
    expect(words).toMatch(/Day \(UTC\) Answers 10 Mar 2026 1 11 Mar 2026 1/);
    expect(page.text).not.toContain('<b>Salad');
    expect(page.text).not.toMatch(/\sstyle=/);
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
  });

  test('count only the matching answers with filters', async () => {
    const ofPeriod = wordsOf(await browser.open(pathOf(id, '?since=2026-03-11&until=2026-03-12')));
    expect(ofPeriod).toContain('Matching answers 2 of 5');
    expect(ofPeriod).toContain('Answers of 11 Mar 2026 (UTC) to 12 Mar 2026 (UTC).');
    expect(ofPeriod).toMatch(/Soup 50 % 1 vote .*Salad.* 100 % 2 votes/);
    const ofAnswer = wordsOf(await browser.open(pathOf(id, '?answer=o2')));
    expect(ofAnswer).toContain('Matching answers 2 of 5');
    expect(ofAnswer).toContain('Only answers with “ <b>Salad</b> ”');
    const none = wordsOf(await browser.open(pathOf(id, '?until=2026-03-01')));
    expect(none).toContain('No matching answers');
    const everything = wordsOf(await browser.open(pathOf(id, '?since=2026-01-01&until=2026-12-31')));
    expect(everything).toContain('Matching answers 5 of 5');
    expect(everything).toMatch(/Soup 80 % 4 votes/);
  });

  test('can be limited to a language, and the languages of the answers are listed first', async () => {
    const { polls } = server.askwell;
    const { id: poll } = await polls.create(account(), { title: 'Tea?', options: ['Yes', 'No'], one_per: null });
    for (const language of ['de', 'de-AT', 'fr', 'cs']) await polls.vote(poll, { choices: ['o1'] }, { language });
    await polls.vote(poll, { choices: ['o2'] });
    const german = await browser.open(pathOf(poll, '?language=de'));
    expect(wordsOf(german)).toContain('Matching answers 2 of 5');
    expect(wordsOf(german)).toContain('Only answers in German.');
    const [, latest, others] = german.text.split('<optgroup');
    const tagsIn = (text = '') => [...text.matchAll(/value="([^"]+)"/g)].map(([, tag]) => tag);
    expect(tagsIn(latest)).toEqual(['de-AT', 'cs', 'fr', 'de']);
    expect(tagsIn(others)).toEqual(expect.arrayContaining(['en', 'pl', 'zh']));
    expect(german.text).toContain('<option value="de" selected>German</option>');
    expect(wordsOf(await browser.open(pathOf(poll, '?language=unknown')))).toContain('No 100 % 1 vote');
    const other = await browser.open(pathOf(poll, '?language=sw'));
    expect(other.text).toContain('<option value="sw" selected>Swahili</option>');
    expect(wordsOf(other)).toContain('No matching answers');
  });

  test('are compared with the period before, in words', async () => {
    const words = wordsOf(await browser.open(pathOf(id, '?since=2026-03-13&until=2026-03-14&compare=previous')));
    expect(words).toContain('2 answers, as many as in the period before.');
    expect(words).toMatch(/Soup This period 100 % Period before 50 % Difference 50 points higher/);
    expect(words).toMatch(/Salad.* This period 0 % Period before 100 % Difference 100 points lower/);
    const ofLastDay = wordsOf(await browser.open(pathOf(id, '?since=2026-03-11&until=2026-03-14&compare=previous')));
    expect(ofLastDay).toContain('4 answers, 3 more than the 1 in the period before (+300 %).');
  });

  test('with an answer are compared with all other answers, or with another answer', async () => {
    const others = await browser.open(pathOf(id, '?answer=o1&compare=others'));
    expect(others.text).toContain('<option value="others" selected>');
    const words = wordsOf(others);
    expect(words).toContain('Compared with all other answers 4 answers with “ Soup ”, 1 without it.');
    expect(words).toMatch(/Salad.* Soup 25 % All others 100 % Difference 75 points lower/);
    const page = await browser.open(pathOf(id, '?answer=o1&compare=answer.o2'));
    expect(page.text).toContain('<option value="answer.o2" selected>');
    expect(wordsOf(page)).toContain('Compared with another answer 4 answers with “ Soup ”, 2 with “ <b>Salad</b> ”.');
    expect(page.text).not.toContain('<b>Salad</b>');
    const same = await browser.open(pathOf(id, '?answer=o1&compare=answer.o1'));
    expect(wordsOf(same)).toContain('Choose two different answers to compare.');
    const removed = await browser.open(pathOf(id, '?answer=o1&compare=answer.o9'));
    expect(wordsOf(removed)).toContain('The answer to compare with no longer exists.');
  });

  test.each([
    ['since=2026-02-31', '31 February 2026 does not exist. Choose another day.'],
    ['since=2026-02-31', 'No filter is applied: these are all answers. Check 1 field: First day (UTC) .'],
    ['compare=previous', 'Nothing is compared. Check 1 field: Compare with .'],
    ['since=%3Cscript%3E', 'The day “<script>” does not exist. Choose another day.'],
    ['since=2026-03-12&until=2026-03-11', 'The last day is before the first day. Choose a later day.'],
    ['answer=o9', 'The chosen answer no longer exists'],
    ['language=%3Cb%3E', 'The language is not known'],
    ['compare=previous', 'To compare with the period before, choose a first day.'],
    ['compare=others', 'choose an answer here too'],
    ['compare=answer.o2', 'choose an answer here too'],
  ])('ignore the filter %s and say so', async (query, problem) => {
    const page = await browser.open(pathOf(id, `?${query}`));
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toContain(problem);
    expect(wordsOf(page)).toContain('Answers 5');
    expect(page.text).not.toContain('<script>');
  });

  test.each([
    ['since=2026-02-31&until=2027-01-01', 'Not all filters are applied. Check 1 field: First day (UTC) .'],
    ['until=2027-01-01&compare=others', 'Nothing is compared. Check 1 field: Only answers with .'],
  ])('say what is not applied of %s, and apply the rest', async (query, problem) => {
    const words = wordsOf(await browser.open(pathOf(id, `?${query}`)));
    expect(words).toContain(problem);
    expect(words).toContain('Matching answers 5 of 5');
  });

  test('are sent again only after a new answer', async () => {
    const first = await browser.open(pathOf(id));
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\d-]+"$/);
    expect((await browser.open(pathOf(id), { 'if-none-match': tag })).status).toBe(304);
    await server.askwell.polls.vote(id, { choices: ['o3'] });
    const next = await browser.open(pathOf(id), { 'if-none-match': tag });
    expect([next.status, wordsOf(next).includes('Answers 6')]).toEqual([200, true]);
  });

  test('have charts as files with fixed colors', async () => {
    const file = await browser.open(pathOf(id, '/chart.svg?chart=timeline'));
    expect(file.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="askwell-timeline.svg"');
    expect(file.text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(file.text).toContain('>Lunch?</text>');
    expect(file.text).not.toMatch(/class=|style=/);
    expect((await browser.open(pathOf(id, '/chart.svg?chart=unknown'))).status).toBe(404);
  });

  test('are presented with a slide for each question of a form', async () => {
    const { forms } = server.askwell;
    const fields = [
      { type: 'rating' as const, label: 'How was <b>it</b>?' },
      { type: 'dropdown' as const, label: 'Which?', options: Array.from({ length: 9 }, (_, at) => `Number ${at}`) },
    ];
    const { id: form } = await forms.create(account(), { title: 'Feedback', fields, one_per: null });
    await forms.submit(form, { answers: { f1: 4, f2: 'o9' } });
    const page = await browser.open(`/dashboard/asks/${form}/results/present`);
    const words = wordsOf(page);
    expect(words).toMatch(/Feedback 1 answer .* 1 of 4 Next How was <b>it<\/b>\? .* Back 2 of 4 Next Which\?/);
    expect(words).toContain('1–5 / 9');
    expect(words).toMatch(/6–9 \/ 9 .*Number 8 100/);
    expect(page.text).toContain('<a class="button" href="#slide-2" rel="next">');
    expect(page.text).not.toMatch(/<b>it|\sstyle=/);
  });

  test('are presented with their QR code', async () => {
    const page = await browser.open(pathOf(id, '/present'));
    expect(wordsOf(page)).toContain('6 answers, 8 votes');
    expect(wordsOf(page)).toContain('Scan to vote');
    expect(page.text).toContain(`/<wbr>p/<wbr>${id}</p>`);
    expect(page.text).toContain(`src="/p/${id}/qr.svg"`);
    expect(page.text).not.toContain('<nav');
  });
});

test('an ask without answers has the next step', async () => {
  const page = await browser.open(pathOf(await createPoll([])));
  expect(wordsOf(page)).toContain('No answers yet');
});

test('markup in titles and answers is inert', async () => {
  const title = '<img src=x onerror=alert(1)>"\'&';
  const draft = { title, options: ['a', title], other: true, show_others: true, one_per: null };
  const { id } = await server.askwell.polls.create(account(), draft);
  await server.askwell.polls.vote(id, { other: '<script>alert(2)</script>' });
  await browser.submit(pathOf(id, '/link'));
  const token = await tokenOf(id);
  for (const path of [
    pathOf(id),
    pathOf(id, '?answer=o2'),
    pathOf(id, '/present'),
    pathOf(id, '/chart.svg?chart=timeline'),
    `/r/${token}`,
  ]) {
    const page = await browser.open(path);
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.text).not.toContain('<img src=x');
    expect(page.text).not.toContain('<script>alert');
  }
});

test('quizzes show the hardest question first, and scores with bands', async () => {
  const questions = [
    { type: 'single' as const, prompt: 'Easy', options: ['right', 'wrong'], answer: 'o1' },
    { type: 'single' as const, prompt: 'Hard', options: ['right', 'tempting', 'wrong'], answer: 'o1' },
  ];
  const bands = [
    { min_percentage: 0, title: 'Novice' },
    { min_percentage: 100, title: 'Master' },
  ];
  const draft = { title: 'Quiz', questions, bands, pass_percentage: 100 };
  const { id } = await server.askwell.quizzes.create(account(), draft);
  for (const q2 of ['o2', 'o2', 'o3', 'o1']) await server.askwell.quizzes.attempt(id, { answers: { q1: 'o1', q2 } });
  const words = wordsOf(await browser.open(pathOf(id)));
  expect(words).toMatch(
    /hardest first Hard 25 % correct Wrong answers: \u2068tempting\u2069 \(2 times\), \u2068wrong\u2069 \(1 time\) Easy 100 % correct/,
  );
  expect(words).toMatch(/Points Attempts Group 0 0 Novice 1 3 Novice 2 1 Master/);
  expect(words).toContain('Passed 25 %');
  expect(words).toContain('Pass mark: 100 %, 2 of 2 points');
});

test('forms show how many submissions reached each ending', async () => {
  const { forms } = server.askwell;
  const { id } = await forms.create(owner.session.account, {
    title: 'Study',
    fields: [{ id: 'age', type: 'number', label: 'Age', required: true }],
    endings: [
      { id: 'young', when: { field: 'age', less: 18 }, title: 'Too <b>young</b>', outcome: 'disqualified' },
      { id: 'in', when: { field: 'age', less: 65 }, title: 'Welcome' },
    ],
  });
  for (const age of [12, 30, 40, 70]) await forms.submit(id, { answers: { age } });
  const page = await browser.open(`/dashboard/asks/${id}/results`);
  expect(page.text).not.toContain('Too <b>');
  const words = wordsOf(page);
  expect(words).toContain('Answers 4 ');
  expect(words).toContain('Of them disqualified 1 ');
  expect(words).toContain('Endings Too <b>young</b> 25 % 1 answer disqualified Welcome 50 % 2 answers');
});

test('forms show averages and sums of variables, and the most frequent texts', async () => {
  const { forms } = server.askwell;
  const { id } = await forms.create(owner.session.account, {
    title: 'Order',
    fields: [{ id: 'seats', type: 'number', label: 'Seats', required: true }],
    variables: [
      { id: 'price', type: 'number', rules: [{ set: { field: 'seats' } }, { multiply: 12 }] },
      { id: 'size', type: 'text', value: 'small', rules: [{ when: { field: 'seats', greater: 2 }, set: 'large' }] },
    ],
  });
  const empty = await browser.open(`/dashboard/asks/${id}/results`);
  expect(wordsOf(empty)).not.toContain('Variables');
  for (const seats of [1, 2, 3]) await forms.submit(id, { answers: { seats } });
  const words = wordsOf(await browser.open(`/dashboard/asks/${id}/results`));
  expect(words).toContain('Variables price Average 24, sum 72');
  expect(words).toContain('size Most frequent small 66.7 % 2 answers large 33.3 % 1 answer');
});

test('ranked polls show each round', async () => {
  const draft = { title: 'Chair', type: 'ranked' as const, options: ['A', 'B', 'C'], one_per: null };
  const { id } = await server.askwell.polls.create(account(), draft);
  for (const choices of [['o1'], ['o1'], ['o2'], ['o2'], ['o3', 'o2']])
    await server.askwell.polls.vote(id, { choices });
  const words = wordsOf(await browser.open(pathOf(id)));
  expect(words).toMatch(
    /5 votes\. Winner: B, with 3 of 5 votes in round 2\. .* B 60 % 3 votes Winner A 40 % 2 votes C Eliminated in round 1 /,
  );
  expect(words).toMatch(/Round 1: Eliminated: C\. .* Round 2: Winner: B\. B 60 % 3 votes A 40 % 2 votes/);
});

test('only scales that ask for a recommendation have net promoter scores and their groups', async () => {
  const fields = [
    { type: 'scale' as const, label: 'Recommend?', nps: true },
    { type: 'scale' as const, label: 'How easy was it?' },
  ];
  const { id } = await server.askwell.forms.create(account(), { title: 'Form', fields });
  for (const f1 of [10, 9, 7, 0]) await server.askwell.forms.submit(id, { answers: { f1, f2: f1 } });
  const page = await browser.open(pathOf(id));
  const words = wordsOf(page);
  // The chart of the owner is in the place of the one that visitors see.
  const headings = [...page.text.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, text]) => text?.replace(/<[^>]*>/g, ''));
  expect(headings.filter((text) => text?.endsWith('?'))).toEqual([
    'Net promoter score: Recommend?',
    'How easy was it?',
  ]);
  expect(words).not.toContain('Net promoter score: How easy was it?');
  expect(words).toContain('Score 25 Promoters 2 (50 %) Passives 1 (25 %) Detractors 1 (25 %) Average answer 6.5 ');
  expect(words).toMatch(/Score Answers Group 0 1 Detractors .* 10 1 Promoters/);
});

test('tools are folded until they are used', async () => {
  const fields = [
    { type: 'rating' as const, label: 'How was it?' },
    { type: 'single_choice' as const, label: 'Where?', options: ['Here', 'There'] },
  ];
  const { id } = await server.askwell.forms.create(account(), { title: 'Form', fields });
  await server.askwell.forms.submit(id, { answers: { f1: 4, f2: 'o1' } });
  const open = async (query: string) =>
    [
      ...(await browser.open(pathOf(id, query))).text.matchAll(/<details class="card result-tool" id="(\w+)" open>/g),
    ].map(([, tool]) => tool);
  expect(await open('')).toEqual([]);
  expect(await open('?average=field.f1')).toEqual(['averages']);
  expect(await open('?average=unknown')).toEqual(['averages']);
  expect(await open('?rows=field.f1&columns=field.f2')).toEqual(['cross']);
});

async function tokenOf(id: string): Promise<string | undefined> {
  return /href="[^"]*\/r\/([0-9a-f]{32})"/.exec((await browser.open(pathOf(id))).text)?.[1];
}

describe('the results link', () => {
  let id: string;
  beforeEach(async () => {
    id = await createPoll([['o1']], 'Shared');
  });

  test('shows the results to anyone, and can be copied again', async () => {
    expect(await tokenOf(id)).toBeUndefined();
    const reply = await browser.submit(pathOf(id, '/link'));
    expect([reply.status, reply.location]).toEqual([303, `${pathOf(id)}?notice=result-link-created`]);
    const token = await tokenOf(id);
    await browser.submit(pathOf(id, '/link'));
    expect(await tokenOf(id)).toBe(token);
    const page = await stranger.open(`/r/${token}`);
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toMatch(/Shared .*1 vote Soup 100%/);
    expect(page.text).not.toMatch(/<form|dashboard\/asks|poll_/);
    expect(page.text).toContain('<meta name="robots" content="noindex">');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    const tag = page.headers.get('etag') ?? '';
    expect((await stranger.open(`/r/${token}`, { 'if-none-match': tag })).status).toBe(304);
  });

  test('and the presenter view have the design of the ask or of its site', async () => {
    const site = await server.askwell.sites.create(account(), { name: 'Shop' });
    const draft = { title: 'Tea?', options: ['Yes', 'No'], site_id: site.id };
    const poll = await server.askwell.polls.create(account(), draft);
    const path = pathOf(poll.id, '/present');
    const plain = await browser.open(path);
    expect(plain.text).not.toContain('/embed/designs/');
    const [, state = ''] = /data-live="([^"]*)"/.exec(plain.text) ?? [];
    const headers = { 'if-none-match': `"${state}"` };
    expect((await browser.open(path, headers)).status).toBe(304);
    await server.services.sites.changeDesign(owner.session.scope, site.id, { accent: '#123456', radius: 4 });
    const ofSite = await browser.open(path, headers);
    expect([ofSite.status, ofSite.text]).toEqual([200, expect.stringMatching(/\/embed\/designs\/\w+\/123456-auto-4-/)]);
    await server.askwell.polls.update(account(), poll.id, { design: { accent: '#0a7d5a' } });
    expect((await browser.open(path)).text).toMatch(/\/embed\/designs\/\w+\/0a7d5a-/);
  });

  test('shows them in the design of the ask', async () => {
    await browser.submit(pathOf(id, '/link'));
    const token = await tokenOf(id);
    const plain = await stranger.open(`/r/${token}`);
    expect(plain.text).not.toContain('/embed/designs/');
    await server.askwell.polls.update(account(), id, { design: { accent: '#0a7d5a' } });
    const page = await stranger.open(`/r/${token}`, { 'if-none-match': plain.headers.get('etag') ?? '' });
    const [, sheet = ''] = /href="(\/embed\/designs\/[^"]+)"/.exec(page.text) ?? [];
    expect((await stranger.open(sheet)).text).toContain('--askwell-accent:#0a7d5a');
  });

  test('is not found after it was withdrawn, and a new one differs', async () => {
    await browser.submit(pathOf(id, '/link'));
    const token = await tokenOf(id);
    const reply = await browser.submit(pathOf(id, '/link/withdraw'));
    expect(reply.location).toBe(`${pathOf(id)}?notice=result-link-withdrawn`);
    expect((await stranger.open(`/r/${token}`)).status).toBe(404);
    await browser.submit(pathOf(id, '/link'));
    expect(await tokenOf(id)).not.toBe(token);
    expect((await stranger.open(`/r/${token}`)).status).toBe(404);
  });

  test('is not found after the ask was deleted', async () => {
    await browser.submit(pathOf(id, '/link'));
    const token = await tokenOf(id);
    await server.askwell.polls.delete(account(), id);
    for (const path of [`/r/${token}`, pathOf(id), pathOf(id, '/present'), pathOf(id, '/chart.svg?chart=timeline')])
      expect((await browser.open(path)).status).toBe(404);
    expect((await browser.submit(pathOf(id, '/link'))).status).toBe(404);
  });

  test.each(['', 'x', '0'.repeat(32), 'F'.repeat(32), `${'0'.repeat(32)}'`])(
    'is not found for the token %j',
    async (token) => {
      expect((await stranger.open(`/r/${token}`)).status).toBe(404);
    },
  );

  test('hides the texts of visitors that a poll does not show', async () => {
    const { id: poll } = await server.askwell.polls.create(account(), {
      title: 'Own',
      options: ['a', 'b'],
      other: true,
    });
    await server.askwell.polls.vote(poll, { other: 'A private text' });
    await browser.submit(pathOf(poll, '/link'));
    expect(wordsOf(await browser.open(pathOf(poll)))).toContain('A private text');
    expect(wordsOf(await stranger.open(`/r/${await tokenOf(poll)}`))).not.toContain('A private text');
  });
});

describe('only the owner', () => {
  let id: string;
  beforeAll(async () => {
    id = await createPoll([['o1']]);
  });

  test.each(['', '/present', '/chart.svg?chart=timeline'])('opens the page %j', async (rest) => {
    const signIn = await stranger.open(pathOf(id, rest));
    expect([signIn.status, signIn.location?.startsWith('/login')]).toEqual([303, true]);
    const other = await signedIn(await createOwner(server.services));
    expect((await other.open(pathOf(id, rest))).status).toBe(404);
  });

  test.each(['/link', '/link/withdraw'])('sends the form %j', async (rest) => {
    await browser.submit(pathOf(id, '/link'));
    const token = await tokenOf(id);
    expect((await stranger.submit(pathOf(id, rest))).location).toBe('/login');
    const other = await signedIn(await createOwner(server.services));
    expect((await other.submit(pathOf(id, rest))).status).toBe(404);
    expect((await browser.submit(pathOf(id, rest), {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await browser.submit(pathOf(id, rest), { more: 'x' })).status).toBe(422);
    expect(await tokenOf(id)).toBe(token);
  });
});

test('results wait for the other heavy requests of their account', async () => {
  const id = await createPoll([['o1']]);
  const other = await createOwner(server.services);
  const { id: othersId } = await server.askwell.polls.create(other.session.account, {
    title: 'Tea?',
    options: ['A', 'B'],
  });
  const othersBrowser = await signedIn(other);
  const ended: string[] = [];
  const job = createDeferred<Reply>();
  const client = { method: 'POST', signal: new AbortController().signal };
  const running = server.services.heavyRequests.run('job', owner.session.scope.account, client, () => job.promise);
  const pages = ['', '/chart.svg?chart=timeline'].map(async (rest) => {
    expect((await browser.open(pathOf(id, rest))).status).toBe(200);
    ended.push('own');
  });
  expect((await othersBrowser.open(pathOf(othersId))).status).toBe(200);
  ended.push('of another account');
  job.resolve({ status: 204, headers: [], body: '' });
  await Promise.all([running, ...pages]);
  expect(ended).toEqual(['of another account', 'own', 'own']);
});

test('compared rankings and ratings say by how much they differ', async () => {
  const { polls } = server.askwell;
  const votesOf = async (type: 'ranked' | 'rating', votes: readonly object[]) => {
    const { id } = await polls.create(account(), { title: 'Best?', type, options: ['A', 'B', 'C'], one_per: null });
    for (const vote of votes) await polls.vote(id, vote);
    return id;
  };
  const ranked = await votesOf('ranked', [{ choices: ['o1', 'o2'] }, { choices: ['o2', 'o1'] }, { choices: ['o3'] }]);
  const words = wordsOf(await browser.open(pathOf(ranked, '?answer=o1&compare=others')));
  expect(words).toMatch(/C A 0 % All others 100 % Difference 100 points lower/);
  const rating = await votesOf('rating', [{ ratings: { o1: 5, o2: 4 } }, { ratings: { o1: 3, o2: 1 } }]);
  const rated = wordsOf(await browser.open(pathOf(rating, `?answer=${encodeURIComponent('o1=5')}&compare=others`)));
  expect(rated).toMatch(/B 5 4 of 5 All others 1 of 5 Difference 3 higher/);
});
