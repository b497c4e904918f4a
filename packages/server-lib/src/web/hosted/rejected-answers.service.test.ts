import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../test/support/browser/form-browser.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import { collect } from '../../../test/support/collect.js';

const services = useHostedPageServer();

describe('a rejected answer', () => {
  test('is shown in the form with its errors', async () => {
    const id = await services.hosted.form({
      fields: [
        { id: 'name', type: 'short_text', label: 'Name', required: true },
        { id: 'email', type: 'email', label: 'Email' },
        { id: 'more', type: 'long_text', label: 'More' },
        { id: 'saw', type: 'multiple_choice', label: 'Saw', options: ['a', 'b', 'c'], max_choices: 1, other: true },
        { id: 'best', type: 'ranking', label: 'Best', options: ['a', 'b'] },
        { id: 'rows', type: 'matrix', label: 'Rows', rows: ['one', 'two'], options: ['x', 'y'] },
        { id: 'ok', type: 'consent', label: 'OK' },
      ],
    });
    const visitor = services.hosted.visitor();
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
    expect(wordsOf(wrong)).toContain('Name – An answer is required.');
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

    const right = await visitor.answer(wrong, { name: 'Visitor', saw: 'o1', ok: 'true' });
    expect(right.status).toBe(200);
    const [submission] = await collect(services.server.askwell.forms.answers.list(services.hosted.account, id));
    expect(submission?.answers).toEqual({ name: 'Visitor', saw: ['o1'], ok: true });
  });

  test('is stored for 15 minutes and found only by its token', async () => {
    const id = await services.hosted.form({ fields: [{ id: 'a', type: 'email', label: 'A' }] });
    const other = await services.hosted.form();
    const visitor = services.hosted.visitor();
    const sent = await visitor.fill(await visitor.open(`/p/${id}`), { a: 'what I wrote' });
    const path = sent.location ?? '';
    const token = new URL(path, services.server.url).searchParams.get('again') ?? '';
    expect(token).toMatch(/^[A-Za-z0-9]{24}$/);
    expect((await visitor.open(path)).text).toContain('what I wrote');
    expect((await visitor.open(path)).text).toContain('what I wrote');
    for (const wrong of [`/p/${other}?again=${token}`, `/p/${id}?again=${'x'.repeat(24)}`]) {
      const page = await visitor.open(wrong);
      expect(page.status).toBe(200);
      expect(page.text).not.toContain('what I wrote');
    }
    services.now += 15 * 60 * 1000;
    const late = await visitor.open(path);
    expect(late.status).toBe(200);
    expect(late.text).not.toContain('what I wrote');
    expect(wordsOf(late)).toContain('Your answers were kept for 15 minutes and have expired');
  });

  test.each([
    ['closed', { closes_at: '2026-01-31T09:30:00Z' }, 409, 'This is closed. Your answer was not counted.'],
    ['too early', { opens_at: '2026-01-31T08:00:00Z' }, 409, 'This is not open yet. Your answer was not counted.'],
  ])('because the ask is %s has a reason and shows the values', async (reason, draft, status, message) => {
    const id = await services.hosted.form(draft);
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    services.now += reason === 'closed' ? 3_600_000 : -3 * 3_600_000;
    const rejected = await visitor.answer(page, { f1: 'A long story' });
    expect(rejected.status).toBe(status);
    expect(wordsOf(rejected)).toContain(message);
    expect(rejected.text).toContain('value="A long story"');
    expect(rejected.text).not.toContain('<form class="form answer"');
  });

  test('because the ask is full shows the reason; if only an option is full, another can be chosen', async () => {
    const full = await services.hosted.poll({ max_answers: 1 });
    const [first, second] = [services.hosted.visitor(), services.hosted.visitor()];
    const pages = [await first.open(`/p/${full}`), await second.open(`/p/${full}`)] as const;
    await first.answer(pages[0], { choices: 'o1' });
    const late = await second.answer(pages[1], { choices: 'o1' });
    expect([late.status, wordsOf(late).includes('No more answers are accepted. Your answer was not counted.')]).toEqual(
      [409, true],
    );
    expect(wordsOf(late)).not.toContain('Results');

    const capped = await services.hosted.poll({ options: [{ label: 'Tea', max_votes: 1 }, 'Coffee'] });
    const before = await second.open(`/p/${capped}`);
    await first.answer(await first.open(`/p/${capped}`), { choices: 'o1' });
    const rejected = await second.answer(before, { choices: 'o1' });
    expect([rejected.status, wordsOf(rejected).includes('An option you chose is full.')]).toEqual([409, true]);
    expect((await second.answer(rejected, { choices: 'o2' })).status).toBe(200);
    expect(await services.votesOf(capped)).toBe(2);
  });

  test('because it is the second one shows the reason and the results', async () => {
    const id = await services.hosted.poll();
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    await visitor.answer(page, { choices: 'o1' });
    const rejected = await visitor.answer(page, { choices: 'o2', 'Idempotency-Key': 'another key' });
    expect(rejected.status).toBe(409);
    expect(wordsOf(rejected)).toContain('You have already answered. Your answer was not counted.');
    expect(wordsOf(rejected)).toContain('Results');
    const wrong = await visitor.answer(page, { choices: 'o9', 'Idempotency-Key': 'one more' });
    expect([wrong.status, wrong.text.includes('<form class="form answer"')]).toEqual([409, false]);
    expect(wordsOf(wrong)).toContain('You have already answered. Your answer was not counted.');
    expect(await services.votesOf(id)).toBe(1);
  });
});
