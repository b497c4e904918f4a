import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { settled } from '../../../test/support/deferred.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import { defineForm } from '../../shared/contract/definitions/form.js';
import { definePoll } from '../../shared/contract/definitions/poll.js';
import { defineQuiz } from '../../shared/contract/definitions/quiz.js';

let server: TestServer;
let owner: Owner;
let account: AccountObject;
beforeAll(async () => {
  server = await startService();
});
beforeEach(async () => {
  owner = await createOwner(server.services);
  account = owner.session.account;
});
afterAll(() => server.close());

const lunch = definePoll({ title: 'Lunch?', options: ['Soup', 'Salad'] });
const onboarding = defineForm({
  title: 'Welcome',
  fields: [
    { id: 'team', type: 'short_text', label: 'Your team', required: true },
    { id: 'size', type: 'single_choice', label: 'Its size', options: ['1 to 9', 'More'] },
  ],
});
const capitals = defineQuiz({
  title: 'Capitals',
  questions: [{ id: 'italy', type: 'single', prompt: 'Of Italy?', options: ['Rome', 'Milan'], answer: 'o1' }],
});

const polls = () => server.askwell.polls;
const forms = () => server.askwell.forms;

/** Counts the writes of a call. */
async function writesOf(call: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(server.services.store, 'run');
  try {
    await call();
    return spy.mock.calls.map(([{ name }]) => name);
  } finally {
    spy.mockRestore();
  }
}

describe('a definition in code', () => {
  test('a definition creates a poll, a quiz and a form once, with a separate key for each kind', async () => {
    const poll = await polls().ensure(account, 'first', lunch);
    const quiz = await server.askwell.quizzes.ensure(account, 'first', capitals);
    const form = await forms().ensure(account, 'first', onboarding);
    expect([poll.title, quiz.title, form.title]).toEqual(['Lunch?', 'Capitals', 'Welcome']);
    expect(await polls().ensure(account, 'first', lunch)).toEqual(poll);
    expect((await polls().ensure(account, 'second', lunch)).id).not.toBe(poll.id);
    const other = (await createOwner(server.services)).session.account;
    expect((await polls().ensure(other, 'first', lunch)).id).not.toBe(poll.id);
    expect(await polls().getByKey(account, 'first')).toEqual(poll);
    await expect(polls().getByKey(account, 'third')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('an unchanged definition only reads, whatever the order of its members', async () => {
    await polls().ensure(account, 'lunch', lunch);
    const { title, options } = lunch;
    const writes = await writesOf(() => polls().ensure(account, 'lunch', { description: undefined, options, title }));
    expect(writes).toEqual([]);
  });

  test('an unchanged definition keeps the changes of the owner', async () => {
    const { id } = await polls().ensure(account, 'lunch', lunch);
    await polls().update(account, id, { status: 'closed', title: 'Lunch today?' });
    expect(await polls().ensure(account, 'lunch', lunch)).toMatchObject({ title: 'Lunch today?', status: 'closed' });
    const described = { ...lunch, description: 'At noon.' };
    expect(await polls().ensure(account, 'lunch', described)).toMatchObject({
      id,
      title: 'Lunch?',
      description: 'At noon.',
      // The code does not name the status.
      status: 'closed',
    });
  });

  test('a changed definition resets members that it no longer has', async () => {
    await polls().ensure(account, 'lunch', { ...lunch, max_answers: 9, description: 'At noon.' });
    expect(await polls().ensure(account, 'lunch', lunch)).toMatchObject({ max_answers: null, description: null });
  });

  test('a changed definition is stored, even if the owner has already made the same change', async () => {
    const { id } = await polls().ensure(account, 'lunch', lunch);
    await polls().update(account, id, { title: 'Dinner?' });
    const dinner = { ...lunch, title: 'Dinner?' };
    const { version } = await polls().ensure(account, 'lunch', dinner);
    expect(version).toBe(2);
    expect(await writesOf(() => polls().ensure(account, 'lunch', dinner))).toEqual([]);
  });

  test('a definition creates another poll after its poll was deleted', async () => {
    const { id } = await polls().ensure(account, 'lunch', lunch);
    await polls().delete(account, id);
    await expect(polls().getByKey(account, 'lunch')).rejects.toMatchObject({ code: 'not_found' });
    const again = await polls().ensure(account, 'lunch', { ...lunch, title: 'Again?' });
    expect(again).toMatchObject({ id: expect.not.stringContaining(id), title: 'Again?' });
  });

  test('a definition keeps the unpublished changes of the owner', async () => {
    const { id } = await polls().ensure(account, 'lunch', lunch);
    const { workingCopies, asks } = server.services.polls;
    const owned = async () => (await asks.find(owner.session.scope, id)) ?? expect.unreachable('The poll exists.');
    const { draft, revision } = await workingCopies.open((await owned()).ask);
    await workingCopies.save(owner.session.scope, await owned(), { ...draft, title: 'Mine' }, revision);
    await polls().ensure(account, 'lunch', { ...lunch, title: 'Dinner?' });
    expect(await workingCopies.open((await owned()).ask)).toMatchObject({ draft: { title: 'Mine' }, isOutdated: true });
  });

  test('a copy has no definition in code', async () => {
    const { id } = await polls().ensure(account, 'lunch', lunch);
    const copy = await polls().copy(account, id);
    await polls().ensure(account, 'lunch', { ...lunch, title: 'Dinner?' });
    expect((await polls().get(account, copy.id)).title).toBe('Lunch? (copy)');
  });

  test('an invalid definition changes nothing', async () => {
    await polls().ensure(account, 'lunch', lunch);
    const ensure: (...values: unknown[]) => Promise<unknown> = (...values) =>
      Reflect.apply(polls().ensure, polls(), values);
    await expect(ensure(account, 'lunch', { ...lunch, options: ['One'], color: 'red' })).rejects.toMatchObject({
      code: 'invalid',
      errors: { color: ['Unknown field.'] },
    });
    await expect(ensure(account, '', lunch)).rejects.toThrow(/^askwell\.polls\.ensure: key: expected your own name/);
    await expect(ensure(account, 'x'.repeat(256), lunch)).rejects.toThrow(TypeError);
    expect((await polls().getByKey(account, 'lunch')).options).toHaveLength(2);
  });
});

test('a definition emits an event only if it creates or changes a poll', async () => {
  const events: string[] = [];
  const own = await startService({ on: { change: ({ what }) => void events.push(what) } });
  try {
    const user = (await createOwner(own.services)).session.account;
    for (const title of ['Lunch?', 'Lunch?', 'Dinner?', 'Dinner?'])
      await own.askwell.polls.ensure(user, 'lunch', { ...lunch, title });
    await settled();
    expect(events).toEqual(['created', 'updated']);
  } finally {
    await own.close();
  }
});

describe('parts without an ID', () => {
  test('parts without an ID get the IDs of their positions at each change', async () => {
    await polls().ensure(account, 'lunch', lunch);
    const poll = await polls().ensure(account, 'lunch', { ...lunch, options: ['Soup', 'Bread', 'Salad'] });
    expect(poll.options.map(({ id, label }) => [id, label])).toEqual([
      ['o1', 'Soup'],
      ['o2', 'Bread'],
      ['o3', 'Salad'],
    ]);
  });

  test('parts without an ID keep their answers when parts are added at the end', async () => {
    const { id } = await polls().ensure(account, 'lunch', lunch);
    await polls().votes.create(id, { choices: ['o2'] }, { id: 'member' });
    const poll = await polls().ensure(account, 'lunch', { ...lunch, options: ['Soup', 'Salad', 'Bread'] });
    const { options } = await polls().results(account, poll.id);
    expect(options.map(({ label, votes }) => [label, votes])).toEqual([
      ['Soup', 0],
      ['Salad', 1],
      ['Bread', 0],
    ]);
  });

  test('parts without an ID never pass their answers on to another text', async () => {
    const { id } = await polls().ensure(account, 'lunch', lunch);
    await polls().votes.create(id, { choices: ['o2'] }, { id: 'member' });
    const renamed = polls().ensure(account, 'lunch', { ...lunch, options: ['Soup', 'Bread', 'Salad'] });
    await expect(renamed).rejects.toMatchObject({
      code: 'conflict',
      message:
        'The definition "lunch" was not applied: `options.1` has no `id`, and its text changed from "Salad" to "Bread". Its answers (1) would count for the new text. To rename it, add `id: "o2"`. To insert, remove or move items, give each item of the list an `id`.',
    });
    const options = ['Soup', { id: 'o2', label: 'Green salad' }] as const;
    expect((await polls().ensure(account, 'lunch', { ...lunch, options })).options[1]?.label).toBe('Green salad');
  });

  test('parts without an ID do not replace an option that the owner has added', async () => {
    const { id, options } = await polls().ensure(account, 'lunch', lunch);
    const changed = await polls().update(account, id, { options: [...options, 'Cake'] });
    await polls().votes.create(changed.id, { choices: ['o3'] }, { id: 'member' });
    await expect(polls().ensure(account, 'lunch', { ...lunch, options: ['Soup', 'Salad', 'Bread'] })).rejects.toThrow(
      'its text changed from "Cake" to "Bread"',
    );
  });

  test('parts without an ID may differ from the texts of the owner, as long as the code keeps them unchanged', async () => {
    const { id } = await polls().ensure(account, 'lunch', lunch);
    await polls().votes.create(id, { choices: ['o1'] }, { id: 'member' });
    await polls().update(account, id, {
      options: [
        { id: 'o1', label: 'Soups' },
        { id: 'o2', label: 'Salad' },
      ],
    });
    const poll = await polls().ensure(account, 'lunch', { ...lunch, title: 'Dinner?' });
    expect(poll).toMatchObject({ title: 'Dinner?', options: [{ label: 'Soup' }, { label: 'Salad' }] });
  });
});

describe('a change that answers forbid', () => {
  test('the error of a refused change names the part, its answers and what to do', async () => {
    const { id } = await forms().ensure(account, 'onboarding', onboarding);
    await forms().submissions.create(id, { answers: { team: 'Red', size: 'o2' } });
    await forms().submissions.create(id, { answers: { team: 'Blue' } });
    const [team, size] = onboarding.fields;
    await expect(forms().ensure(account, 'onboarding', { ...onboarding, fields: [size] })).rejects.toMatchObject({
      code: 'conflict',
      message:
        'The definition "onboarding" was not applied: `fields.0` ("team") was removed, but has answers (2). Keep it, or use another key for the new definition.',
    });
    const number = { ...team, type: 'number' } as const;
    await expect(forms().ensure(account, 'onboarding', { ...onboarding, fields: [number, size] })).rejects.toThrow(
      'The definition "onboarding" was not applied: `fields.team.type` cannot change, because there are answers (2). Keep its value, or use another key for the new definition.',
    );
    const fewer = { ...size, options: ['1 to 9'] } as const;
    await expect(forms().ensure(account, 'onboarding', { ...onboarding, fields: [team, fewer] })).rejects.toThrow(
      '`fields.1.options.1` ("o2") was removed, but has answers (1).',
    );
    expect(await forms().getByKey(account, 'onboarding')).toMatchObject({ version: 1 });
  });

  test('the error of a refused change of fields without IDs says to give them IDs', async () => {
    const form = { title: 'Trip', fields: [{ type: 'short_text', label: 'Where to?' }] } as const;
    const { id } = await forms().ensure(account, 'trip', form);
    await forms().submissions.create(id, { answers: { f1: 'Rome' } });
    const fields = [{ type: 'number', label: 'How long?' }, ...form.fields] as const;
    await expect(forms().ensure(account, 'trip', { ...form, fields })).rejects.toThrow(
      '`fields.0` has no `id`, and its text changed from "Where to?" to "How long?"',
    );
  });
});
