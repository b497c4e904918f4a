import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../test/support/forms.js';
import { all } from '../../test/support/hosted.js';
import { useHostedServices } from '../../test/support/hosted-services.js';

const services = useHostedServices();

describe('an answer that is not taken', () => {
  test('comes back with all that was written, and what is wrong with it', async () => {
    const id = await services.desk.form({
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
    const visitor = services.desk.visitor();
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
    const [submission] = await all(services.server.askwell.forms.answers.list(services.desk.account, id));
    expect(submission?.answers).toEqual({ name: 'Visitor', saw: ['o1'], ok: true });
  });

  test('waits a quarter of an hour, for who has its address, and not in clear', async () => {
    const id = await services.desk.form({ fields: [{ id: 'a', type: 'email', label: 'A' }] });
    const other = await services.desk.form();
    const visitor = services.desk.visitor();
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
  ])('since it is %s says so, and gives back what was written', async (what, draft, status, words) => {
    const id = await services.desk.form(draft);
    const visitor = services.desk.visitor();
    const page = await visitor.open(`/p/${id}`);
    services.now += what === 'closed' ? 3_600_000 : -3 * 3_600_000;
    const told = await visitor.answer(page, { f1: 'A long story' });
    expect(told.status).toBe(status);
    expect(wordsOf(told)).toContain(words);
    expect(told.text).toContain('value="A long story"');
    expect(told.text).not.toContain('<form class="form answer"');
  });

  test('since others were faster says so; where one option alone is full, another can be chosen', async () => {
    const full = await services.desk.poll({ max_answers: 1 });
    const [first, second] = [services.desk.visitor(), services.desk.visitor()];
    const pages = [await first.open(`/p/${full}`), await second.open(`/p/${full}`)] as const;
    await first.answer(pages[0], { choices: 'o1' });
    const late = await second.answer(pages[1], { choices: 'o1' });
    expect([late.status, wordsOf(late).includes('No more answers are accepted. Your answer was not counted.')]).toEqual(
      [409, true],
    );
    expect(wordsOf(late)).not.toContain('Results');

    const capped = await services.desk.poll({ options: [{ label: 'Tea', max_votes: 1 }, 'Coffee'] });
    const before = await second.open(`/p/${capped}`);
    await first.answer(await first.open(`/p/${capped}`), { choices: 'o1' });
    const told = await second.answer(before, { choices: 'o1' });
    expect([told.status, wordsOf(told).includes('An option you chose is full.')]).toEqual([409, true]);
    expect((await second.answer(told, { choices: 'o2' })).status).toBe(200);
    expect(await services.votesOf(capped)).toBe(2);
  });

  test('since it is a second one says so, and shows results as after the first', async () => {
    const id = await services.desk.poll();
    const visitor = services.desk.visitor();
    const page = await visitor.open(`/p/${id}`);
    await visitor.answer(page, { choices: 'o1' });
    const told = await visitor.answer(page, { choices: 'o2', 'Idempotency-Key': 'another key' });
    expect(told.status).toBe(409);
    expect(wordsOf(told)).toContain('You have already answered. Your answer was not counted.');
    expect(wordsOf(told)).toContain('Results');
    const wrong = await visitor.answer(page, { choices: 'o9', 'Idempotency-Key': 'one more' });
    expect([wrong.status, wrong.text.includes('<form class="form answer"')]).toEqual([409, false]);
    expect(wordsOf(wrong)).toContain('You have already answered. Your answer was not counted.');
    expect(await services.votesOf(id)).toBe(1);
  });
});
