import { describe, expect, test, vi } from 'vitest';
import { countRows, day, findMiscounts, purgeNow, usePurgeServer } from '../../../test/support/asks/purge-answers.js';
import { collect } from '../../../test/support/collect.js';
import { inBatches } from '../../../test/support/in-batches.js';
import { startService } from '../../../test/support/servers/start-service.js';
import { all } from '../../db/sql/statement.js';
import { purgeAnswers } from './purge-answers.js';

const purging = usePurgeServer();

describe('keep_answers_days', () => {
  test('keep_answers_days defaults to null, changes the version and is not visible to visitors', async () => {
    const { polls } = purging.askwell;
    const { id, keep_answers_days, version } = await polls.create(purging.account, {
      title: 'Lunch?',
      options: ['a', 'b'],
    });
    expect([keep_answers_days, version]).toEqual([null, 1]);
    const changed = await polls.update(purging.account, id, { keep_answers_days: 30 });
    expect([changed.keep_answers_days, changed.version]).toEqual([30, 2]);
    expect((await polls.update(purging.account, id, { title: 'Dinner?' })).keep_answers_days).toBe(30);
    const view = await purging.server.fetch(`${purging.server.url}/embed/polls/${id}`);
    expect(await view.text()).not.toContain('keep_answers_days');
    expect((await polls.update(purging.account, id, { keep_answers_days: null })).keep_answers_days).toBeNull();
  });

  test.each([0, 3_651, 1.5, -1])('keep_answers_days refuses %d', async (keep_answers_days) => {
    const draft = { title: 'Lunch?', options: ['a', 'b'], keep_answers_days };
    await expect(purging.askwell.polls.create(purging.account, draft)).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  test.each([1, 3_650])('keep_answers_days accepts %d', async (keep_answers_days) => {
    const draft = { title: 'Lunch?', options: ['a', 'b'], keep_answers_days };
    expect((await purging.askwell.polls.create(purging.account, draft)).keep_answers_days).toBe(keep_answers_days);
  });
});

describe('purging deletes', () => {
  test('purging deletes only answers older than the limit of their poll', async () => {
    const { polls } = purging.askwell;
    const draft = { title: 'Lunch?', options: ['a', 'b'], one_per: null };
    const [short, long, stored] = await Promise.all(
      [10, 20, null].map((keep_answers_days) => polls.create(purging.account, { ...draft, keep_answers_days })),
    );
    const ids = [short?.id ?? '', long?.id ?? '', stored?.id ?? ''];
    const left = async () => {
      const lists = await Promise.all(ids.map((id) => collect(polls.answers.list(purging.account, id))));
      return lists.map(({ length }) => length);
    };
    for (let days = 0; days < 30; days += 5) {
      for (const id of ids) await polls.vote(id, { choices: ['o1'] });
      purging.now += 5 * day;
    }
    // The answers are 5, 10, 15, 20, 25 and 30 days old. Answers that are exactly ten days old are kept.
    expect(await purgeNow(purging.services)).toEqual({ answers: 6, asks: 2 });
    expect(await left()).toEqual([2, 4, 6]);
    purging.now += 2_000;
    expect(await purgeNow(purging.services)).toEqual({ answers: 2, asks: 2 });
    expect(await purgeNow(purging.services, 12)).toEqual({ answers: 5, asks: 2 });
    expect(await left()).toEqual([1, 2, 2]);
    expect(await findMiscounts(purging.services)).toEqual([]);
  });

  test('purging deletes at most 1,000 answers per write, also when several processes purge at once', async () => {
    const { forms } = purging.askwell;
    const fields = [{ type: 'long_text' as const, label: 'Words' }];
    const { id } = await forms.create(purging.account, { title: 'Form', fields, keep_answers_days: 10 });
    await inBatches(2_500, (nth) => forms.submit(id, { answers: { f1: `words ${nth}` } }));
    purging.now += 11 * day;
    await forms.submit(id, { answers: { f1: 'new words' } });
    const { database } = purging.server;
    const other = (await startService({ database, clock: () => purging.now })).services;
    const deleted: number[] = [];
    for (const { store } of [purging.services, other]) {
      const { run } = store;
      vi.spyOn(store, 'run').mockImplementation(async (write, input) => {
        const outcome = await run.call(store, write, input);
        if (write.name === purgeAnswers.name) deleted.push(Number(Object(outcome).answers));
        return outcome;
      });
    }
    const totals = await Promise.all([purgeNow(purging.services), purgeNow(other)]);
    await other.close();
    vi.restoreAllMocks();
    expect(totals.reduce((sum, { answers }) => sum + answers, 0)).toBe(2_500);
    expect(deleted.filter((n) => n > 0)).toEqual(expect.arrayContaining([1_000, 1_000, 500]));
    expect(await countRows(purging.services, 'answers')).toBe(1);
    expect((await forms.results(purging.account, id)).submissions_count).toBe(2_501);
    expect(await findMiscounts(purging.services)).toEqual([]);
  });

  test('purging deletes fewer answers per write if they are long', async () => {
    const { forms } = purging.askwell;
    const fields = Array.from({ length: 8 }, () => ({ type: 'long_text' as const, label: 'Words' }));
    const { id } = await forms.create(purging.account, { title: 'Form', fields, keep_answers_days: 1 });
    const answers = Object.fromEntries(fields.map((_, at) => [`f${at + 1}`, 'x'.repeat(5_000)]));
    for (let nth = 0; nth < 60; nth++) await forms.submit(id, { answers });
    purging.now += 2 * day;
    const run = vi.spyOn(purging.services.store, 'run');
    expect(await purgeNow(purging.services)).toEqual({ answers: 60, asks: 1 });
    expect(run.mock.calls.filter(([write]) => write.name === purgeAnswers.name)).toHaveLength(3);
    expect(await findMiscounts(purging.services)).toEqual([]);
  });

  test('purging deletes expired Idempotency-Keys', async () => {
    const { polls } = purging.askwell;
    const { id } = await polls.create(purging.account, {
      title: 'Lunch?',
      options: ['a', 'b'],
      one_per: null,
      keep_answers_days: 1,
    });
    await polls.vote(id, { choices: ['o1'] }, { id: 'Ann', idempotencyKey: 'once' });
    purging.now += 1.2 * day;
    expect([await purgeNow(purging.services), await countRows(purging.services, 'replays')]).toEqual([
      { answers: 1, asks: 1 },
      1,
    ]);
    purging.now += day;
    expect([await purgeNow(purging.services), await countRows(purging.services, 'replays')]).toEqual([
      { answers: 0, asks: 0 },
      0,
    ]);
  });
});

test('deletes the stored data of purged answers together with the poll', async () => {
  const { polls } = purging.askwell;
  const { id } = await polls.create(purging.account, { title: 'Lunch?', options: ['a', 'b'], keep_answers_days: 1 });
  await polls.vote(id, { choices: ['o1'] }, { id: 'Ann' });
  purging.now += 2 * day;
  await purgeNow(purging.services);
  await polls.delete(purging.account, id);
  const left = all<{ n: number }>`
    select count(*) as n from askwell_carried union all select count(*) from askwell_purged_voters`;
  expect(await purging.services.store.read(left)).toEqual([{ n: 0 }, { n: 0 }]);
});
