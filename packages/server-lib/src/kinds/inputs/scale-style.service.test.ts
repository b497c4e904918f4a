import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPollClient } from '../../../test/support/asks/poll-client.js';
import { call } from '../../../test/support/http/http-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { form } from '../form/form-kind.js';
import type { FormOwn } from '../form/stored-form.js';
import { poll } from '../poll/poll-kind.js';
import type { PollOwn } from '../poll/stored-poll.js';

let server: TestServer;
let client: Awaited<ReturnType<typeof createPollClient>>;

beforeAll(async () => {
  server = await startService();
  client = await createPollClient(server);
});
afterAll(() => server.close());

const viewOf = (path: string) => call(server, 'GET', `/embed/${path}`);
const makeForm = (field: object) => client.owner('POST', '/forms', { title: 'Form', fields: [field] });
const rating = { title: 'How was it?', type: 'rating', options: ['Food', 'Music'] };
const numbers = { style: 'numbers', labels: null };

const valid: [object, object][] = [
  [{}, numbers],
  [{ style: null, labels: null }, numbers],
  [{ style: 'numbers', scale: { min: -5, max: 90 } }, numbers],
  [
    { style: 'stars', labels: { min: ' Bad ', max: 'Great' } },
    { style: 'stars', labels: { min: 'Bad', max: 'Great' } },
  ],
  [{ style: 'stars', scale: { min: 1, max: 2 } }, { style: 'stars' }],
  [
    { style: 'hearts', scale: { min: 1, max: 10 }, labels: { max: '🙂'.repeat(100) } },
    { style: 'hearts', labels: { min: null, max: '🙂'.repeat(100) } },
  ],
  [
    { style: 'emoji', scale: { min: 1, max: 3 }, labels: { min: '', max: null } },
    { style: 'emoji', labels: null },
  ],
];

const invalid: [object, string, string][] = [
  [{ style: 'stars', scale: { min: 0, max: 5 } }, 'style', 'needs_scale'],
  [{ style: 'stars', scale: { min: 1, max: 11 } }, 'style', 'needs_scale'],
  [{ style: 'hearts', scale: { min: 2, max: 6 } }, 'style', 'needs_scale'],
  [{ style: 'emoji', scale: { min: 1, max: 2 } }, 'style', 'needs_scale'],
  [{ style: 'emoji', scale: { min: 1, max: 6 } }, 'style', 'needs_scale'],
  [{ style: 'thumbs' }, 'style', 'not_one_of'],
  [{ labels: { min: 'x'.repeat(101) } }, 'labels.min', 'too_long'],
  [{ labels: { max: 'a\u0000b' } }, 'labels.max', 'invalid_characters'],
  [{ labels: { middle: 'So so' } }, 'labels.middle', 'unknown_field'],
  [{ labels: 'Bad' }, 'labels', 'not_an_object'],
];

describe('the style and the labels of a scale', () => {
  test.each(valid)('%j is accepted by polls and forms, and shown to visitors', async (members, shown) => {
    const made = await client.owner('POST', '/polls', { ...rating, ...members });
    expect(made.at('data')).toMatchObject(shown);
    const seen = await viewOf(`polls/${made.id('data.id')}`);
    expect(seen.at('data.poll')).toMatchObject(shown);
    const id = (await makeForm({ type: 'rating', label: 'How?', ...members })).id('data.id');
    const form = await viewOf(`forms/${id}`);
    expect(form.at('data.form.fields.0')).toMatchObject(shown);
  });

  test.each(invalid)('%j is refused', async (members, path, code) => {
    const refused = await client.owner('POST', '/polls', { ...rating, ...members });
    expect([refused.status, refused.at('issues.0')]).toMatchObject([422, { path, code }]);
    const inForm = await makeForm({ type: 'rating', label: 'How?', ...members });
    expect([inForm.status, inForm.at('issues.0')]).toMatchObject([422, { path: `fields.0.${path}`, code }]);
  });

  test('polls of other types refuse style and labels, and return null', async () => {
    const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
    const made = await client.owner('POST', '/polls', { ...draft, style: null, labels: null });
    expect(made.at('data')).toMatchObject({ scale: null, style: null, labels: null });
    const refused = await client.owner('POST', '/polls', { ...draft, style: 'numbers', labels: { min: 'Bad' } });
    expect(refused.at('issues')).toMatchObject(
      ['style', 'labels'].map((path) => ({ path, code: 'needs_type', params: { types: ['rating'] } })),
    );
  });

  test('a scale field has labels, but no style', async () => {
    const labels = { min: 'Never', max: 'Surely' };
    const shown = await makeForm({ type: 'scale', label: 'Likely?', labels });
    expect(shown.at('data.fields.0')).toMatchObject({ type: 'scale', labels });
    expect(Object(shown.at('data.fields.0'))).not.toHaveProperty('style');
    const refused = await makeForm({ type: 'scale', label: 'Likely?', style: 'stars' });
    expect(refused.at('issues.0')).toMatchObject({ path: 'fields.0.style', code: 'unknown_field' });
  });

  test('style and labels can change while there are answers', async () => {
    const made = await client.owner('POST', '/polls', rating);
    const id = made.id('data.id');
    expect((await client.vote(id, { ratings: { o1: 3 } })).status).toBe(201);
    const stars = { style: 'stars', labels: { min: 'Bad', max: 'Great' } };
    const changed = await client.owner('PATCH', `/polls/${id}`, stars);
    expect([changed.status, changed.at('data')]).toMatchObject([200, { ...stars, version: 2 }]);
    const scaled = await client.owner('PATCH', `/polls/${id}`, { scale: { min: 1, max: 4 } });
    expect(scaled.status).toBe(409);
  });

  test('definitions that were stored without style and labels have the defaults', () => {
    const stored = (own: object) => JSON.parse(JSON.stringify(own));
    const old: PollOwn = stored({ type: 'rating', scale: { min: 1, max: 5 }, next: 3 });
    expect(poll.upgrade?.(old)).toEqual({ ...old, ...numbers });
    expect(poll.upgrade?.(stored({ type: 'single', scale: null }))).toMatchObject({ style: null, labels: null });
    const fields: FormOwn = stored({ fields: [{ type: 'rating' }, { type: 'scale' }, { type: 'email' }] });
    expect(form.upgrade?.(fields).fields).toEqual([
      { type: 'rating', ...numbers },
      { type: 'scale', nps: true, labels: null },
      { type: 'email' },
    ]);
  });
});
