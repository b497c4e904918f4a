import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../test/support/browser/form-browser.js';
import { hiddenValue, policyOf } from '../../../test/support/browser/hosted-page-client.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import { collect } from '../../../test/support/collect.js';

const services = useHostedPageServer();

describe('an answer', () => {
  test('from a plain form is stored, and a cookie identifies the visitor', async () => {
    const id = await services.hosted.poll();
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    expect(page.status).toBe(200);
    const cookie = page.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^askwell-visitor=[A-Za-z0-9]{32}; Path=\/p; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    expect(hiddenValue(page, '.voter')).toBe(visitor.cookies.get('askwell-visitor'));

    const thanks = await visitor.answer(page, { choices: 'o2' });
    expect(thanks.status).toBe(200);
    expect(wordsOf(thanks)).toContain('Thank you. Your answer has been received.');
    expect(wordsOf(thanks)).toContain('Coffee 100% 1 vote Your choice');
    expect(thanks.headers.get('referrer-policy')).toBe('no-referrer');
    expect(thanks.headers.get('cache-control')).toBe('no-store');
    expect(await services.votesOf(id)).toBe(1);

    const reopened = await visitor.open(`/p/${id}`);
    expect(wordsOf(reopened)).toContain('You have already answered.');
    expect(wordsOf(reopened)).toContain('Coffee 100% 1 vote Your choice');
    expect(reopened.text).not.toContain('<form class="form answer"');
    expect(wordsOf(await services.hosted.visitor().open(`/p/${id}`))).not.toContain('Your choice');
  });

  test('that is sent twice counts once and redirects to the same page', async () => {
    const id = await services.hosted.form();
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    const sent = await Promise.all([visitor.fill(page, { f1: 'Visitor' }), visitor.fill(page, { f1: 'Visitor' })]);
    const third = await visitor.fill(page, { f1: 'Visitor' });
    expect(new Set([...sent, third].map(({ location }) => location)).size).toBe(1);
    expect(await collect(services.server.askwell.forms.answers.list(services.hosted.account, id))).toHaveLength(1);

    // A different answer with the same key is rejected; the form shown then has a new key.
    const other = await visitor.answer(page, { f1: 'Somebody' });
    expect(other.status).toBe(422);
    expect(wordsOf(other)).toContain('You have already sent this form with different answers.');
    expect(other.text).toContain('value="Somebody"');
    expect((await visitor.answer(other, { f1: 'Somebody' })).status).toBe(200);
    expect(await collect(services.server.askwell.forms.answers.list(services.hosted.account, id))).toHaveLength(2);
  });

  test('redirects to `after.url`', async () => {
    const id = await services.hosted.poll({ after: { url: 'https://example.com/thanks' } });
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    expect(policyOf(page)).toContain("form-action 'self' https:;");
    expect((await visitor.fill(page, { choices: 'o1' })).location).toBe('https://example.com/thanks');
    const plain = await services.hosted.poll({ after: { url: 'http://example.com/thanks' } });
    expect(policyOf(await visitor.open(`/p/${plain}`))).toContain("form-action 'self' https: http:;");
    expect(policyOf(await visitor.open(`/p/${await services.hosted.poll()}`))).toContain("form-action 'self';");
  });

  test('is confirmed by `after.message` with a link to `after.url`', async () => {
    const id = await services.hosted.poll({
      after: { message: 'We will call you.', url: 'https://example.com/"more"' },
    });
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    expect(policyOf(page)).toContain("form-action 'self';");
    const thanks = await visitor.answer(page, { choices: 'o1' });
    const link = '<a class="button primary" href="https://example.com/&quot;more&quot;">Continue</a>';
    expect(thanks.text).toContain('We will call you.');
    expect(thanks.text).toContain(link);
    expect((await visitor.open(`/p/${id}`)).text).toContain(link);
    expect((await visitor.answer(page, { choices: 'o2', 'Idempotency-Key': 'another' })).text).toContain(link);
  });

  test('shows `after.message`, escaped', async () => {
    const id = await services.hosted.form({ after: { message: 'Thanks, <b>really</b>.\nSee you.' } });
    const visitor = services.hosted.visitor();
    const thanks = await visitor.answer(await visitor.open(`/p/${id}`), { f1: 'Visitor' });
    expect(thanks.text).toContain('Thanks, &lt;b&gt;really&lt;/b&gt;.<br>See you.');
  });

  test('can be changed with `allow_change`, in a form that contains it', async () => {
    const id = await services.hosted.poll({ type: 'ranked', allow_change: true });
    const visitor = services.hosted.visitor();
    const thanks = await visitor.answer(await visitor.open(`/p/${id}`), { 'rank.o1': '2', 'rank.o2': '1' });
    expect(thanks.text).toContain(`href="/p/${id}?change=1"`);
    const change = await visitor.open(`/p/${id}?change=1`);
    expect(change.text).toContain('<button class="button primary large">Vote</button>');
    expect(change.text).toMatch(/name="rank\.o2"><option value="">–<\/option><option value="1" selected>/);
    expect((await visitor.answer(change, { 'rank.o1': '1' })).status).toBe(200);
    const votes = await collect(services.server.askwell.polls.answers.list(services.hosted.account, id));
    expect(votes.map(({ choices }) => choices)).toEqual([['o1']]);
  });

  test('that took the last place of an option keeps the place when the answer is changed', async () => {
    const options = [{ label: 'Monday', max_votes: 1 }, { label: 'Tuesday', max_votes: 1 }, 'Friday'];
    const id = await services.hosted.poll({ type: 'multiple', allow_change: true, options });
    const [visitor, other] = [services.hosted.visitor(), services.hosted.visitor()];
    await visitor.answer(await visitor.open(`/p/${id}`), { choices: 'o1' });
    await other.answer(await other.open(`/p/${id}`), { choices: 'o2' });
    const change = await visitor.open(`/p/${id}?change=1`);
    expect(change.text).toContain('value="o1" checked>');
    expect(change.text).toContain('value="o2" disabled>');
    expect((await visitor.answer(change, { choices: ['o1', 'o3'] })).status).toBe(200);
    expect((await other.open(`/p/${id}`)).text).not.toContain('value="o1" checked>');
  });

  test('shows neither hidden results nor an answer to another ask', async () => {
    const [hidden, other] = [await services.hosted.poll({ results_visibility: 'never' }), await services.hosted.poll()];
    const visitor = services.hosted.visitor();
    const thanks = await visitor.answer(await visitor.open(`/p/${hidden}`), { choices: 'o1' });
    expect(wordsOf(thanks)).not.toContain('Results');
    const elsewhere = await visitor.answer(await visitor.open(`/p/${other}`), { choices: 'o1' });
    expect(wordsOf(elsewhere)).toContain('Results');
    const votes = await collect(services.server.askwell.polls.answers.list(services.hosted.account, other));
    const mismatched = await services.hosted.visitor().open(`/p/${hidden}?answer=${votes[0]?.id}`);
    expect(mismatched.status).toBe(200);
    expect(wordsOf(mismatched)).toContain('This answer was not found.');
    expect(wordsOf(mismatched)).not.toContain('Thank you');
    const later = await services.hosted.poll({ results_visibility: 'after_close' });
    const waiting = await visitor.answer(await visitor.open(`/p/${later}`), { choices: 'o1' });
    expect(wordsOf(waiting)).toContain('Results are shown once this is closed.');
  });

  test('with `one_per: "ip"` is not shown to others at the same address', async () => {
    const id = await services.hosted.poll({ one_per: 'ip' });
    const address = { 'x-forwarded-for': '198.51.100.7' };
    const first = services.hosted.visitor(address);
    await first.answer(await first.open(`/p/${id}`), { choices: 'o1' });
    const second = await services.hosted.visitor(address).open(`/p/${id}`);
    expect(wordsOf(second)).toContain('You have already answered.');
    expect(wordsOf(second)).not.toContain('Your choice');

    const form = await services.hosted.form({ one_per: 'ip', allow_change: true });
    await first.answer(await first.open(`/p/${form}`), { f1: 'Visitor' });
    const change = await services.hosted.visitor(address).open(`/p/${form}?change=1`);
    expect(change.text).toContain('<button class="button primary large">Send</button>');
    expect(change.text).not.toContain('Visitor');
  });

  test('with tickets takes the ticket from the URL or asks for it', async () => {
    const id = await services.hosted.poll({ one_per: 'ticket' });
    const [ticket = '', other = ''] = await services.server.askwell.polls.issueTickets(services.hosted.account, id, 2);
    const visitor = services.hosted.visitor();
    const linked = await visitor.open(`/p/${id}?ticket=${ticket}`);
    expect(hiddenValue(linked, '.ticket')).toBe(ticket);
    expect(linked.text).not.toContain('Share');
    const thanks = await visitor.answer(linked, { choices: 'o1' });
    expect(wordsOf(thanks)).toContain('Thank you. Your answer has been received.');
    expect(wordsOf(await services.hosted.visitor().open(`/p/${id}?ticket=${ticket}`))).toContain(
      'You have already answered.',
    );

    const plain = await visitor.open(`/p/${id}`);
    expect(wordsOf(plain)).toContain('You need a ticket');
    const wrong = await visitor.answer(plain, { choices: 'o2', '.ticket': 'nothing' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('name=".ticket" aria-describedby="help-.ticket fault-.ticket" aria-invalid="true"');
    expect(wrong.text).toContain('value="o2" checked');
    expect((await visitor.answer(wrong, { choices: 'o2', '.ticket': other })).status).toBe(200);
    expect(await services.votesOf(id)).toBe(2);
  });
});
