import { beforeEach, describe, expect, test } from 'vitest';
import { wordsOf } from '../../../test/support/browser/form-browser.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import { collect } from '../../../test/support/collect.js';
import { startService } from '../../../test/support/servers/start-service.js';

/** The user who is signed in to the host app. */
let user: string | null = null;
const getUser = () => (user === null ? null : { id: user, name: 'User', email: 'user@example.com' });

const services = useHostedPageServer((options) =>
  startService({ ...options, getUser, signInUrl: '/login?next={next}' }),
);
const withoutUrl = useHostedPageServer((options) => startService({ ...options, getUser }));

beforeEach(() => {
  user = null;
});

const anonymous = 'Your answer is anonymous: your account is not stored with it.';
const named = 'Your answer is not anonymous: your account is stored with it.';
const members = { one_per: 'user' } as const;

/** Returns the links to the sign-in page. */
const signInLinks = ({ text }: { text: string }) =>
  [...text.matchAll(/<a [^>]*href="\/login\?next=([^"]*)"/g)].map(([, next = '']) => decodeURIComponent(next));

describe('the page of an ask that needs a user', () => {
  test('sends a visitor who is not signed in to the sign-in page, and back', async () => {
    const id = await services.hosted.poll(members);
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}?choices=o2&x=%26`);
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<form|<askwell-poll/);
    expect(wordsOf(page)).toContain('Sign in to answer.');
    expect(wordsOf(page)).toContain(anonymous);
    expect(signInLinks(page)).toEqual([`/p/${id}?choices=o2&x=%26`]);

    user = '1';
    const back = await visitor.open(signInLinks(page)[0] ?? '');
    expect(signInLinks(back)).toEqual([]);
    // If the page had a `voter`, the widget would not use the session.
    expect(back.text).toContain('<askwell-poll');
    expect(back.text).not.toContain(' voter=');
    expect(wordsOf(back)).toContain(anonymous);
    expect(wordsOf(await visitor.answer(back, { choices: 'o2' }))).toContain('Thank you.');
    const [vote] = await collect(services.server.askwell.polls.answers.list(services.hosted.account, id));
    expect(vote?.respondent).toBeNull();
  });

  test('says what to do if the app has not named its sign-in page', async () => {
    const id = await withoutUrl.hosted.poll(members);
    const page = await withoutUrl.hosted.visitor().open(`/p/${id}`);
    expect(wordsOf(page)).toContain('Sign in to answer. Sign in to the app first. Then open this page again.');
  });

  test('tells a user that they have answered, in any browser', async () => {
    user = '1';
    const id = await services.hosted.poll({ ...members, results_visibility: 'after_answer' });
    const visitor = services.hosted.visitor();
    await visitor.answer(await visitor.open(`/p/${id}`), { choices: 'o2' });
    const other = await services.hosted.visitor().open(`/p/${id}`);
    expect(wordsOf(other)).toContain('You have already answered.');
    expect(wordsOf(other)).toContain('Coffee 100% 1 vote Your choice');
    user = '2';
    expect((await visitor.open(`/p/${id}`)).text).toContain('<form class="form answer"');
    user = null;
    const signedOut = await visitor.open(`/p/${id}`);
    expect([signInLinks(signedOut).length, signedOut.text.includes('Your choice')]).toEqual([1, false]);
  });

  test('says that answers are not anonymous', async () => {
    const id = await services.hosted.form({ ...members, anonymous: false });
    expect(wordsOf(await services.hosted.visitor().open(`/p/${id}`))).toContain(named);
    user = '1';
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    expect(wordsOf(page)).toContain(named);
    await visitor.answer(page, { f1: 'Somebody' });
    const [submission] = await collect(services.server.askwell.forms.answers.list(services.hosted.account, id));
    expect(submission?.respondent).toBe('1');
  });

  test('keeps the answer of a user whose session has expired', async () => {
    user = '1';
    const id = await services.hosted.form(members);
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    user = null;
    const refused = await visitor.answer(page, { f1: 'Somebody' });
    expect(refused.status).toBe(401);
    expect(wordsOf(refused)).toContain('Sign in to answer. Your answer was not counted.');
    expect(refused.text).not.toContain('<form class="form answer"');
    expect(refused.text).toContain('Somebody');
    const [next = ''] = signInLinks(refused);
    expect(next).toMatch(new RegExp(`^/p/${id}\\?again=`));
    user = '1';
    const again = await visitor.open(next);
    expect([again.status, again.text.includes('value="Somebody"')]).toEqual([200, true]);
    expect(wordsOf(again)).not.toContain('Your answer was not counted.');
    expect((await visitor.answer(again, {})).status).toBe(200);
  });

  test('shows a draft to its owner and in a preview, as a signed-in user sees it', async () => {
    const id = await services.hosted.poll({ ...members, status: 'draft' });
    const { askwell } = services.server;
    const page = await services.hosted.visitor().open(await askwell.polls.previewUrl(services.hosted.account, id));
    expect(page.status).toBe(200);
    expect(page.text).toContain('<form class="form answer"');
    expect(wordsOf(page)).toContain(anonymous);
  });

  test('does not ask visitors to sign in to what is closed', async () => {
    const id = await services.hosted.poll({ ...members, status: 'closed' });
    const page = await services.hosted.visitor().open(`/p/${id}`);
    expect([wordsOf(page).includes('This is closed.'), signInLinks(page)]).toEqual([true, []]);
  });

  test('gives a user the same start of a quiz in any browser, and starts none without a user', async () => {
    const id = await services.hosted.quiz({ ...members, time_limit_seconds: 60, max_attempts: 2 });
    const visitor = services.hosted.visitor();
    const start = async () => (await visitor.submit(`/p/${id}/start`, {})).location ?? '';
    const refused = await visitor.open(await start());
    expect([wordsOf(refused).includes('Sign in to answer.'), refused.text.includes('started=')]).toEqual([true, false]);
    user = '1';
    const location = await start();
    const other = await services.hosted.visitor().submit(`/p/${id}/start`, {});
    expect(other.location).toBe(location);
    const page = await visitor.open(location);
    user = '2';
    const stranger = await visitor.fill(page, { q1: 'true' });
    expect(wordsOf(await visitor.open(stranger.location ?? ''))).toContain('Please start again.');
    user = '1';
    expect(wordsOf(await visitor.answer(page, { q1: 'true' }))).toContain('100%');
  });

  test('checks each answer of a quiz for its user', async () => {
    const id = await services.hosted.quiz({ ...members, feedback: 'each', reveal: 'correctness' });
    user = '1';
    const visitor = services.hosted.visitor();
    const { location } = await visitor.submit(`/p/${id}/start`, {});
    const page = await visitor.open(location ?? '');
    user = '2';
    expect((await visitor.fill(page, { q1: 'true' })).location).not.toContain('checked');
    user = '1';
    const checked = await visitor.answer(page, { q1: 'true' });
    expect(wordsOf(checked)).toContain('Correct');
  });

  test('shows one field at a time to a user', async () => {
    user = '1';
    const fields = ['One', 'Two'].map((label) => ({ type: 'short_text', label }) as const);
    const id = await services.hosted.form({ ...members, layout: 'steps', fields });
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    expect(wordsOf(page)).toContain(anonymous);
    const second = await visitor.submit(`/p/${id}/step?.step=0`, { f1: 'First' });
    expect(wordsOf(second)).toContain(anonymous);
    // The session may have expired: the last step is kept like any other answer.
    user = null;
    const last = await visitor.submit(`/p/${id}/step?.step=1`, { f1: 'First', f2: 'Second' });
    expect([last.status, last.location]).toEqual([307, `/api/v1/forms/${id}/submissions`]);
  });
});
