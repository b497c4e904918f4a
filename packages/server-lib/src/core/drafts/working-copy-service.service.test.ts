import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import { templates } from '../../kinds/templates/index.js';
import type { AskDraft, PollDraft } from '../../shared/contract/resources.js';
import type { KindServices } from '../kind-services.js';
import type { KindTypes } from '../kind-types.js';

let server: TestServer;
let owner: Owner;
let pollId: string;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
});
afterAll(() => server.close());
beforeEach(async () => {
  pollId = await createPoll({});
});

async function createPoll(members: Partial<PollDraft>): Promise<string> {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], ...members };
  return (await server.askwell.polls.create(owner.session.account, draft)).id;
}

async function owned(id = pollId) {
  const found = await server.services.polls.asks.find(owner.session.scope, id);
  return found ?? expect.unreachable('The poll exists.');
}

const copies = () => server.services.polls.workingCopies;
const scope = () => owner.session.scope;
const open = async (id = pollId) => copies().open((await owned(id)).ask);
const changed = (draft: JsonObject) => ({ draft, isChanged: true });
const published = () => server.askwell.polls.get(owner.session.account, pollId);

test('keeps changes of a published ask separate until they are published', async () => {
  const { draft, revision } = await open();
  const next = await copies().save(scope(), await owned(), { ...draft, title: 'Dinner?' }, revision);
  expect(await published()).toMatchObject({ title: 'Lunch?', version: 1 });
  expect(await open()).toMatchObject({
    draft: { title: 'Dinner?' },
    revision: next,
    isChanged: true,
    isOutdated: false,
  });

  await copies().publish(scope(), (await owned()).ask, { draft: { ...draft, title: 'Dinner?' }, revision: next });
  expect(await published()).toMatchObject({ title: 'Dinner?', version: 2 });
  expect(await open()).toMatchObject({ isChanged: false, revision: 'v2' });
});

test('refuses a save that is based on another revision, also after the changes were discarded', async () => {
  const { draft, revision } = await open();
  const first = await copies().save(scope(), await owned(), { ...draft, title: 'First' }, revision);
  const stale = { code: 'precondition_failed' };
  await expect(copies().save(scope(), await owned(), { ...draft, title: 'Second' }, revision)).rejects.toMatchObject(
    stale,
  );
  await copies().discard(scope(), (await owned()).ask, first);
  await expect(copies().save(scope(), await owned(), { ...draft, title: 'Third' }, first)).rejects.toMatchObject(stale);
  await expect(copies().discard(scope(), (await owned()).ask, first)).rejects.toMatchObject(stale);
  expect(await open()).toMatchObject({ draft: { title: 'Lunch?' }, isChanged: false });
});

test('refuses to save changes of an ask that the API has changed, and marks saved changes as outdated if the API changes it later', async () => {
  const { draft, revision } = await open();
  await server.askwell.polls.update(owner.session.account, pollId, { title: 'By the API' });
  await expect(copies().save(scope(), await owned(), { ...draft, title: 'Mine' }, revision)).rejects.toMatchObject({
    code: 'precondition_failed',
  });
  const current = await open();
  await copies().save(scope(), await owned(), { ...draft, title: 'Mine' }, current.revision);
  await server.askwell.polls.update(owner.session.account, pollId, { title: 'Again' });
  expect(await open()).toMatchObject({ draft: { title: 'Mine' }, isOutdated: true });
});

test('applies valid changes of a draft immediately, and keeps invalid ones as unpublished changes', async () => {
  const id = await createPoll({ status: 'draft' });
  const { draft, revision } = await open(id);
  const broken = await copies().save(scope(), await owned(id), { ...draft, title: '' }, revision);
  expect(await open(id)).toMatchObject({ draft: { title: '' }, isChanged: true });
  await copies().save(scope(), await owned(id), { ...draft, title: 'Better' }, broken);
  expect(await open(id)).toMatchObject({ draft: { title: 'Better' }, isChanged: false, revision: 'v2' });
  expect((await owned(id)).ask.status).toBe('draft');
});

test('has no changes after they were reverted by hand', async () => {
  const { draft, revision } = await open();
  const next = await copies().save(scope(), await owned(), { ...draft, title: 'Dinner?' }, revision);
  expect(await copies().save(scope(), await owned(), draft, next)).toBe('v1');
  expect(await open()).toMatchObject({ isChanged: false });
});

test('lists the changes that answers do not allow', async () => {
  await server.askwell.polls.vote(pollId, { choices: ['o1'] });
  const { draft } = await open();
  const options = [
    { id: 'o2', label: 'Salad' },
    { id: 'o3', label: 'Bread' },
  ];
  const review = await copies().review(await owned(), changed({ ...draft, type: 'multiple', options }));
  expect(review.refusals).toEqual([
    { path: 'type', reason: 'immutable' },
    { path: 'options.0', reason: 'has_answers' },
  ]);
  expect((await copies().review(await owned(), changed({ ...draft, title: '' }))).issues).toMatchObject([
    { path: 'title', code: 'required' },
  ]);
});

/** Returns the review of an unchanged definition, and the review of the same definition as a change. */
async function reviewsOf<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { asks, workingCopies }: KindServices<Draft, Own, Body, W>,
  id: string,
) {
  const found = (await asks.find(scope(), id)) ?? expect.unreachable('The ask exists.');
  const copy = await workingCopies.open(found.ask);
  return [await workingCopies.review(found, copy), await workingCopies.review(found, changed(copy.draft))];
}

test.each(templates)('the definition of the template $name is reviewed like a change', async ({ kind, draft }) => {
  const { polls, quizzes, forms } = server.services;
  const plural = ({ poll: 'polls', quiz: 'quizzes', form: 'forms' } as const)[kind];
  const id = await createAsk(server, await owner.key(), plural, draft);
  const reviews = {
    poll: () => reviewsOf(polls, id),
    quiz: () => reviewsOf(quizzes, id),
    form: () => reviewsOf(forms, id),
  };
  const [unchanged, validated] = await reviews[kind]();
  expect(unchanged).toEqual(validated);
});

test('a working copy is visible only to its account, and is deleted with the ask', async () => {
  const { draft, revision } = await open();
  const stranger = await createOwner(server.services);
  const found = await owned();
  await expect(
    copies().save(stranger.session.scope, found, { ...draft, title: 'Mine now' }, revision),
  ).rejects.toMatchObject({ code: 'not_found' });
  const next = await copies().save(scope(), found, { ...draft, title: 'Secret plan' }, revision);
  await server.askwell.polls.delete(owner.session.account, pollId);
  expect(await copies().open(found.ask)).toMatchObject({ isChanged: false });
  await expect(copies().save(scope(), found, { ...draft, title: 'Late' }, next)).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('refuses parts that are too large to be published, whatever else is wrong with the draft', async () => {
  const { draft, revision } = await open();
  const refused: [object, object][] = [
    [{ options: Array(101).fill('x') }, { path: 'options', code: 'too_many', params: { max: 100 } }],
    [
      { type: 'unknown', options: Array(101).fill({}) },
      { path: 'options', code: 'too_many' },
    ],
    [{ title: 'x'.repeat(301) }, { path: 'title', code: 'too_long', params: { max: 300 } }],
    [{ options: [{ label: 'x'.repeat(501) }] }, { path: 'options.0.label', code: 'too_long', params: { max: 500 } }],
    [{ unknown: Array(201).fill(1) }, { path: 'unknown', code: 'too_many' }],
    [{ title: [{ inner: 'x'.repeat(5_001) }] }, { path: 'title.0.inner', code: 'too_long' }],
  ];
  for (const [members, issue] of refused) {
    await expect(copies().save(scope(), await owned(), { ...draft, ...members }, revision)).rejects.toMatchObject({
      code: 'invalid',
      issues: [issue],
    });
  }
  expect(await open()).toMatchObject({ isChanged: false, excess: [] });
  // Incomplete and wrong drafts are saved as before.
  await copies().save(scope(), await owned(), { ...draft, title: '', options: [{}, 1] }, revision);
  expect(await open()).toMatchObject({ isChanged: true, excess: [] });
});

test('a working copy can be read, saved, published and discarded in process', async () => {
  const { workingCopy, get } = server.askwell.polls;
  const { account } = owner.session;
  const first = await workingCopy.get(account, pollId);
  expect(first).toMatchObject({ definition: { title: 'Lunch?' }, changed: false, outdated: false, saved_at: null });
  const definition = { ...first.definition, title: 'Dinner?' };
  const saved = await workingCopy.update(account, pollId, { revision: first.revision, definition });
  expect(saved).toMatchObject({ definition, changed: true, saved_at: expect.any(String) });
  expect(await get(account, pollId)).toMatchObject({ title: 'Lunch?' });

  const stale = { code: 'precondition_failed' };
  await expect(workingCopy.delete(account, pollId, first)).rejects.toMatchObject({ code: 'invalid' });
  const { revision } = saved;
  await expect(workingCopy.delete(account, pollId, { revision }, { ifMatch: 2 })).rejects.toMatchObject(stale);
  const old = { revision: first.revision, definition };
  await expect(workingCopy.update(account, pollId, old)).rejects.toMatchObject(stale);

  const published = await workingCopy.update(account, pollId, { revision, publish: true });
  expect(published).toMatchObject({ definition, revision: 'v2', changed: false });
  expect(await get(account, pollId)).toMatchObject({ title: 'Dinner?', version: 2 });

  const again = { revision: published.revision, definition: { ...definition, title: '' } };
  const incomplete = await workingCopy.update(account, pollId, again);
  const publish = { revision: incomplete.revision, publish: true };
  await expect(workingCopy.update(account, pollId, publish)).rejects.toMatchObject({ code: 'invalid' });
  await workingCopy.delete(account, pollId, { revision: incomplete.revision });
  expect(await workingCopy.get(account, pollId)).toMatchObject({ definition, changed: false });
});

test('a request publishes only the revision that was read, at the version of If-Match', async () => {
  const path = `/api/v1/polls/${pollId}/working-copy`;
  const key = await owner.key();
  const body = { revision: 'v1', definition: { ...(await open()).draft, title: 'Dinner?' }, publish: true };
  const headers = { 'if-match': '"2"' };
  expect((await call(server, 'PATCH', path, { key, body, headers })).status).toBe(412);
  expect((await call(server, 'PATCH', path, { key, body: { ...body, revision: 'v9' } })).status).toBe(412);
  expect(await published()).toMatchObject({ title: 'Lunch?' });
  expect((await call(server, 'PATCH', path, { key, body, headers: { 'if-match': '"1"' } })).status).toBe(200);
  expect(await published()).toMatchObject({ title: 'Dinner?', version: 2 });
});

test('publishes and discards nothing by another revision than the current one', async () => {
  const { workingCopy } = server.askwell.polls;
  const { account } = owner.session;
  const { definition, revision: unchanged } = await workingCopy.get(account, pollId);
  const save = (title: string, revision: string) =>
    workingCopy.update(account, pollId, { revision, definition: { ...definition, title } });
  const read = await save('Read', unchanged);
  const saved = await save('By somebody else', read.revision);
  const stale = { code: 'precondition_failed' };
  for (const revision of [read.revision, unchanged, 'v2', 'unknown']) {
    await expect(workingCopy.update(account, pollId, { revision, publish: true })).rejects.toMatchObject(stale);
    await expect(workingCopy.delete(account, pollId, { revision })).rejects.toMatchObject(stale);
    expect(await published()).toMatchObject({ title: 'Lunch?', version: 1 });
    expect(await workingCopy.get(account, pollId)).toEqual(saved);
  }
  await workingCopy.delete(account, pollId, { revision: saved.revision });
  await workingCopy.delete(account, pollId, { revision: unchanged });
});

test('publishes the revision that was read, or nothing, while it is saved again', async () => {
  const { workingCopy } = server.askwell.polls;
  const { account } = owner.session;
  const { definition, revision: unchanged } = await workingCopy.get(account, pollId);
  let { revision } = await workingCopy.update(account, pollId, {
    revision: unchanged,
    definition: { ...definition, title: 'Read 0' },
  });
  for (let round = 1; round <= 10; round++) {
    const [publication, save] = await Promise.allSettled([
      workingCopy.update(account, pollId, { revision, publish: true }),
      workingCopy.update(account, pollId, { revision, definition: { ...definition, title: `Saved ${round}` } }),
    ]);
    expect([publication.status, save.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await published()).title === `Read ${round - 1}`).toBe(publication.status === 'fulfilled');
    const current = await workingCopy.get(account, pollId);
    expect(current.changed).toBe(save.status === 'fulfilled');
    const next = { revision: current.revision, definition: { ...definition, title: `Read ${round}` } };
    ({ revision } = await workingCopy.update(account, pollId, next));
  }
});

test('refuses a definition with a status: it changes when the changes are published', async () => {
  const { workingCopy } = server.askwell.polls;
  const { definition, revision } = await workingCopy.get(owner.session.account, pollId);
  const changes = { revision, definition: { ...definition, status: 'closed' }, publish: true };
  await expect(workingCopy.update(owner.session.account, pollId, changes)).rejects.toMatchObject({
    code: 'invalid',
    issues: [{ path: 'definition.status', code: 'unknown_field' }],
  });
  expect(await published()).toMatchObject({ status: 'open', version: 1 });
});
