import { afterAll, describe, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { findMiscounts } from '../../../test/support/asks/purge-answers.js';
import { answerIdsIn, answersPath, formIn, startAnswerPages } from '../../../test/support/browser/answer-pages.js';
import { wordsOf } from '../../../test/support/browser/form-browser.js';
import { inBatches } from '../../../test/support/in-batches.js';

const { server, owner, key, createPoll, votesOf } = await startAnswerPages();
afterAll(() => server.close());

const soup = 'field=choices&operator=is&value=soup';
const lunch = [
  ['o1', 'Ann'],
  ['o2', 'Ben'],
  ['o1', 'Cid'],
] as const;

describe('the tags of several answers', () => {
  test('are added to and removed from the selected ones', async () => {
    const { poll, ids } = await createPoll(lunch);
    const path = answersPath(poll);
    const form = `${path}/actions?${soup}&sort=oldest`;
    const pick = (nth: number) => ['answer', ids[nth] ?? ''] as const;
    const added = await owner.submit(form, [['do', 'add'], ['tags', 'hot,  New tag'], pick(0), pick(1)]);
    expect([added.status, added.location]).toEqual([
      303,
      `${path}?${soup}&sort=oldest&notice=answers-tagged&changed=2`,
    ]);
    expect(wordsOf(await owner.open(added.location ?? ''))).toContain('Tags saved. 2 answers.');
    expect(answerIdsIn(await owner.open(`${path}?tag=new+tag&sort=oldest`))).toEqual([ids[0], ids[1]]);
    await owner.submit(form, [['do', 'remove'], ['tags', 'HOT'], pick(0), pick(2)]);
    expect(answerIdsIn(await owner.open(`${path}?tag=hot`))).toEqual([ids[1]]);
  });

  test('are added to and removed from all that match, and notes stay', async () => {
    const { poll, ids } = await createPoll(lunch);
    const path = answersPath(poll);
    await owner.submit(`${path}/${ids[0]}/note`, { tags: '', note: 'Call back' });
    const fields = { scope: 'matching', tags: 'warm', answer: ids[1] ?? '' };
    const added = await owner.submit(`${path}/actions?${soup}`, { ...fields, do: 'add' });
    expect(added.location).toBe(`${path}?${soup}&notice=answers-tagged&changed=2`);
    expect(answerIdsIn(await owner.open(`${path}?tag=warm`))).toEqual([ids[2], ids[0]]);
    await owner.submit(`${path}/actions?${soup}`, { ...fields, do: 'remove' });
    expect(answerIdsIn(await owner.open(`${path}?tag=warm`))).toEqual([]);
    expect(answerIdsIn(await owner.open(`${path}?q=call+back`))).toEqual([ids[0]]);
  });

  test('are not more than 20', async () => {
    const { poll, ids } = await createPoll(lunch);
    const tags = Array.from({ length: 20 }, (_, nth) => `t${nth}`).join(',');
    await owner.submit(`${answersPath(poll)}/${ids[0]}/note`, { tags, note: '' });
    const reply = await owner.submit(`${answersPath(poll)}/actions`, {
      scope: 'matching',
      do: 'add',
      tags: 'one more',
    });
    expect(reply.location).toContain('notice=answers-full&changed=2');
    const refused = ['', 'x'.repeat(41), `${tags},t20`];
    for (const text of refused) {
      const fields = { answer: ids[0] ?? '', do: 'add', tags: text };
      expect((await owner.submit(`${answersPath(poll)}/actions`, fields)).status).toBe(422);
    }
  });

  test('change nothing if no answer is selected or a selected answer does not exist', async () => {
    const [{ poll }, other] = [await createPoll(lunch), await createPoll(lunch)];
    const form = `${answersPath(poll)}/actions?${soup}`;
    const nothing = await owner.submit(form, { do: 'add', tags: 'hot' });
    expect(wordsOf(await owner.open(nothing.location ?? ''))).toContain('Select answers first.');
    expect((await owner.submit(form, { do: 'add', tags: 'hot', answer: other.ids[0] ?? '' })).status).toBe(404);
    expect((await owner.submit(form, { do: 'explode', answer: other.ids[0] ?? '' })).status).toBe(422);
  });
});

describe('deleting all that match', () => {
  test('shows the number, keeps later answers, and lets the visitors answer again', async () => {
    const { poll, ids } = await createPoll(lunch);
    const path = answersPath(poll);
    const asked = await owner.submit(`${path}/actions?${soup}`, { scope: 'matching', do: 'delete' });
    expect(asked.location).toBe(`${path}/delete?${soup}&matching=true`);
    const page = await owner.open(asked.location ?? '');
    expect(wordsOf(page)).toMatch(/Delete 2 answers\? All answers that match these filters: Choice is “ soup ”/);
    expect(await votesOf(poll)).toEqual([2, 1]);
    const later = await server.askwell.polls.vote(poll, { choices: ['o1'] }, { id: 'Dee' });
    const done = await owner.submit(...formIn(page, 'Delete 2 answers'));
    expect([done.status, done.location]).toEqual([303, `${path}?${soup}&notice=answers-deleted&changed=2`]);
    expect(wordsOf(await owner.open(done.location ?? ''))).toContain('Answers deleted. The results follow. 2 answers.');
    expect(answerIdsIn(await owner.open(path))).toEqual([later.id, ids[1]]);
    expect(await votesOf(poll)).toEqual([1, 1]);
    await server.askwell.polls.vote(poll, { choices: ['o2'] }, { id: 'Ann' });
    // Sent again, the same form finds no more answers.
    expect((await owner.submit(...formIn(page, 'Delete 2 answers'))).location).toContain('changed=0');
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('without filters leads to the deletion of all answers', async () => {
    const { poll } = await createPoll(lunch);
    const reply = await owner.submit(`${answersPath(poll)}/actions`, { scope: 'matching', do: 'delete' });
    expect(reply.location).toBe(`${answersPath(poll)}/delete?all=true`);
    const none = await owner.open(`${answersPath(poll)}/delete?q=nothing&matching=true`);
    expect(wordsOf(none)).toContain('No answers match');
  });

  test('says that no answers match if all are deleted', async () => {
    const { poll, ids } = await createPoll([['o1', 'Ann']]);
    await owner.submit(`${answersPath(poll)}/${ids[0]}/delete`);
    const page = await owner.open(`${answersPath(poll)}/delete?${soup}&matching=true`);
    expect([page.status, wordsOf(page)]).toEqual([200, expect.stringContaining('No answers match')]);
    const tagged = await owner.submit(`${answersPath(poll)}/actions`, { scope: 'matching', do: 'add', tags: 'hot' });
    expect(tagged.location).toBe(`${answersPath(poll)}?notice=answers-tagged&changed=0`);
  });

  test('continues page by page when there are many', async () => {
    const poll = await createAsk(server, key, 'polls', { one_per: null });
    const { vote } = server.askwell.polls;
    await inBatches(5_800, (nth) => vote(poll, { choices: [nth % 20 === 0 ? 'o2' : 'o1'] }));
    const page = await owner.open(`${answersPath(poll)}/delete?${soup}&matching=true`);
    const first = await owner.submit(...formIn(page, 'Delete 5,510 answers'));
    expect(first.status).toBe(200);
    const [, changed = ''] = /([\d,]+) of 5,510 answers deleted/.exec(wordsOf(first)) ?? [];
    const n = Number(changed.replace(',', ''));
    expect(n).toBeGreaterThanOrEqual(5_000);
    expect(await votesOf(poll)).toEqual([5_510 - n, 290]);
    expect(first.text).toContain(`<progress max="5510" value="${n}"`);
    const last = await owner.submit(...formIn(first, 'Continue'));
    expect(last.location).toBe(`${answersPath(poll)}?${soup}&notice=answers-deleted&changed=5510`);
    expect(await votesOf(poll)).toEqual([0, 290]);
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test.each([
    ['', {}],
    ['', { do: 'delete' }],
    ['', { do: 'delete', up_to: 'x' }],
    ['', { do: 'delete', up_to: 'z'.repeat(20), after: "' or 1" }],
    ['', { do: 'delete', up_to: 'z'.repeat(20), changed: '-1' }],
    ['?field=f9&operator=is&value=x', { do: 'delete', up_to: 'z'.repeat(20) }],
    ['?since=x', { do: 'delete', up_to: 'z'.repeat(20) }],
  ])('refuses a forged or outdated form (%#)', async (query, fields) => {
    const { poll } = await createPoll(lunch);
    expect((await owner.submit(`${answersPath(poll)}/matching${query}`, fields)).status).toBe(422);
    expect(await votesOf(poll)).toEqual([2, 1]);
  });
});

test('deleting all answers continues page by page, and may be stopped', async () => {
  const poll = await createAsk(server, key, 'polls', { one_per: null });
  const { vote } = server.askwell.polls;
  await Promise.all(Array.from({ length: 6_050 }, () => vote(poll, { choices: ['o1'] })));
  const page = await owner.open(`${answersPath(poll)}/delete?all=true`);
  const first = await owner.submit(...formIn(page, 'Delete all answers'));
  expect([first.status, wordsOf(first)]).toEqual([200, expect.stringContaining('5,000 of 6,050 answers deleted.')]);
  expect(first.text).toContain('<progress max="6050" value="5000"');
  expect(await votesOf(poll)).toEqual([1_050, 0]);
  // Answers that arrive during the deletion are deleted too, as the results are.
  await vote(poll, { choices: ['o2'] });
  const last = await owner.submit(...formIn(first, 'Continue'));
  expect([last.status, last.location]).toEqual([303, `${answersPath(poll)}?notice=answers-deleted`]);
  expect(await votesOf(poll)).toEqual([0, 0]);
  expect(await findMiscounts(server.services)).toEqual([]);
  const forged = await owner.submit(`${answersPath(poll)}/delete`, { all: 'true', total: '-1' });
  expect(forged.status).toBe(422);
});

test('offers all matching answers only if the page does not show them all', async () => {
  const { poll } = await createPoll(lunch);
  expect((await owner.open(answersPath(poll))).text).not.toContain('value="matching"');
  const many = await createAsk(server, key, 'polls', { one_per: null });
  await Promise.all(Array.from({ length: 30 }, () => server.askwell.polls.vote(many, { choices: ['o1'] })));
  expect(wordsOf(await owner.open(answersPath(many)))).toContain('Select all 30 ');
  expect(wordsOf(await owner.open(`${answersPath(many)}?${soup}`))).toContain('Delete these 30 answers');
});
