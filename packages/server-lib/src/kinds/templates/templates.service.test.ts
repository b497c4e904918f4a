import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import { createClient } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { check } from '../../base/validation/check.js';
import { evaluateForm } from '../../shared/logic/evaluate-form.js';
import { formDraft } from '../form/form-schema.js';
import { pollDraft } from '../poll/poll-schema.js';
import { quizDraft } from '../quiz/quiz-schema.js';
import { findTemplate, templates } from './index.js';

const kinds = {
  poll: { plural: 'polls', schema: pollDraft },
  quiz: { plural: 'quizzes', schema: quizDraft },
  form: { plural: 'forms', schema: formDraft },
} as const;

const folder = (plural: string) => fileURLToPath(new URL(`${plural}/`, import.meta.url));
const all = templates.map((template) => [template.name, template] as const);

test.each(Object.entries(kinds))('lists every file of a %s exactly once', (kind, { plural }) => {
  const listed = templates.filter((template) => template.kind === kind).map(({ name }) => `${name}.json`);
  expect(listed.sort()).toEqual(readdirSync(folder(plural)).sort());
});

test('finds templates by names that are unique and fit into URLs', () => {
  const names = templates.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const template of templates) {
    expect(template.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(findTemplate(template.name)).toBe(template);
  }
  expect(findTemplate('no-such-template')).toBeUndefined();
});

test('features six templates, of all kinds', () => {
  const featured = templates.filter((template) => template.featured);
  expect(featured).toHaveLength(6);
  expect(new Set(featured.map(({ kind }) => kind)).size).toBe(3);
});

test('has a title and a summary of one sentence for each template', () => {
  for (const { title, summary } of templates) {
    expect(title).toMatch(/^[A-Z][^.]*$/);
    expect(summary).toMatch(/^[A-Z][^.]*\.$/);
  }
  expect(new Set(templates.map(({ title }) => title)).size).toBe(templates.length);
});

describe.each(all)('%s', (name, { kind, draft }) => {
  const { plural, schema } = kinds[kind];

  test('the template has the valid draft of its file', () => {
    expect(draft).toEqual(JSON.parse(readFileSync(`${folder(plural)}${name}.json`, 'utf8')));
    expect(check<object>(schema, draft)).toMatchObject({ title: draft.title });
  });

  test('the template leaves status, site, times and language to the owner', () => {
    for (const member of ['status', 'site_id', 'opens_at', 'closes_at', 'locale'])
      expect(draft).not.toHaveProperty(member);
  });

  test('the template can be created, published and shown', async () => {
    const id = await createAsk(services.server, key, plural, { ...draft, status: 'draft' });
    const path = `/p/${id}`;
    expect((await services.hosted.visitor().open(path)).status).toBe(404);
    const published = await createClient(services.server)('PATCH', `/${plural}/${id}`, {
      key,
      body: { status: 'open' },
    });
    expect([published.status, published.at('data.accepting')]).toEqual([200, true]);
    const visitor = services.hosted.visitor();
    const page = await visitor.open(path);
    expect(page.status).toBe(200);
    const isStarted = page.text.includes(`action="${path}/start"`);
    const { location } = isStarted ? await visitor.submit(`${path}/start`, {}) : { location: path };
    expect((await visitor.open(location ?? '')).text).toContain('<form class="form answer');
  });
});

test('the form for net promoter scores asks one question about each score', () => {
  const { fields } = check(formDraft, findTemplate('nps')?.draft);
  const shownFor = (score: number) =>
    evaluateForm(
      { fields: fields.map(({ id = '', type, show_if }) => ({ id, type, show_if })) },
      { score },
      '2026-01-31',
    ).shown.map(({ id }) => id);
  for (const [question, scores] of [
    ['improve', [0, 1, 2, 3, 4, 5, 6]],
    ['missing', [7, 8]],
    ['like', [9, 10]],
  ] as const)
    for (const score of scores) expect(shownFor(score)).toEqual(['score', question, 'contact_me']);
});

test('forms that ask for contact details ask for consent', () => {
  for (const template of templates) {
    if (template.kind !== 'form') continue;
    const types = template.draft.fields.map(({ type }) => type);
    if (types.some((type) => ['email', 'phone'].includes(type))) expect(types, template.name).toContain('consent');
  }
});

const services = useHostedPageServer();
let key: string;
beforeAll(async () => {
  key = await (await createOwner(services.server.services)).key();
});
