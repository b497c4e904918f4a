import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { createFormBrowser } from '../../../test/support/browser/form-browser.js';
import { createClient } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { normalizeLanguage, readLanguage } from './answer-language.js';

test.each([
  ['de', 'de'],
  ['fr-CA,fr;q=0.8,en;q=0.5', 'fr-CA'],
  [' PT-br ; q=1', 'pt-BR'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['de-formal', 'de'],
  ['sl-rozaj-biske-1994', 'sl'],
  ['*', null],
  ['', null],
  [undefined, null],
  ['und', null],
  ['de-', null],
  ['de_AT', null],
  ['english', null],
  ['de <b>', null],
  [`de-${'abcdefgh-'.repeat(4)}x`, null],
])('the first language of %j is %j', (header, language) => {
  expect(readLanguage(header)).toBe(language);
});

test('a language is short and in its standard form, whatever the header', () => {
  const parts = fc.array(fc.stringMatching(/^[A-Za-z0-9]{1,8}$/), { minLength: 1, maxLength: 6 });
  const headers = fc.oneof(
    fc.string(),
    parts.map((subtags) => subtags.join('-')),
  );
  fc.assert(
    fc.property(headers, (header) => {
      const language = readLanguage(header);
      if (language === null) return;
      expect(language).toMatch(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/);
      expect(normalizeLanguage(language)).toBe(language);
    }),
  );
});

const formFields = { polls: { choices: 'o1' }, quizzes: { q1: 'true' }, forms: { f1: 'Somebody' } };

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startService();
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());

describe.each(kindsUnderTest)('the language of an answer to $plural', ({ plural, answers, draft, answer }) => {
  const create = async (more: object = {}) =>
    (await createClient(server)('POST', `/${plural}`, { key, body: { ...draft, one_per: null, ...more } })).id(
      'data.id',
    );
  const languagesOf = async (id: string) => {
    const { text } = await createClient(server)('GET', `/${plural}/${id}/${answers}?order=asc`, { key });
    const { data }: { data: { language: string | null }[] } = JSON.parse(text);
    return data.map(({ language }) => language);
  };

  test('an answer has the language of the request, and only the owner sees it', async () => {
    const client = createClient(server);
    const id = await create();
    for (const language of ['pt-BR,pt;q=0.9', '*', 'x'.repeat(5_000)]) {
      const headers = { 'accept-language': language };
      const reply = await client('POST', `/${plural}/${id}/${answers}`, { body: answer, headers });
      expect(reply.status).toBe(201);
      expect(reply.text).not.toContain('"language"');
    }
    expect(await languagesOf(id)).toEqual(['pt-BR', null, null]);
    const csv = await client('GET', `/${plural}/${id}/${answers}?format=csv`, { key });
    expect(csv.text.split('\r\n')[0]).not.toContain('language');
  });

  test('an answer on a hosted page has the language of the page, not of the browser', async () => {
    const id = await create({ locale: 'pt-BR' });
    const browser = createFormBrowser(server);
    const page = await browser.open(`/p/${id}`);
    const [, shown] = /name="Accept-Language" value="([^"]*)"/.exec(page.text) ?? [];
    expect(shown).toBe('pt-BR');
    const fields = { ...formFields[plural], 'Accept-Language': shown ?? '' };
    const posted = await browser.submit(`/api/v1/${plural}/${id}/${answers}`, fields, { 'accept-language': 'en' });
    expect(posted.status).toBe(201);
    expect(await languagesOf(id)).toEqual(['pt-BR']);
  });
});

test('a changed answer has the language of the change, and code of the host may set the language', async () => {
  const client = createClient(server);
  const draft = { title: 'Lunch?', options: ['a', 'b'], one_per: 'browser', allow_change: true };
  const id = (await client('POST', '/polls', { key, body: draft })).id('data.id');
  const { polls } = server.askwell;
  const languages = async () => {
    const { text } = await client('GET', `/polls/${id}/votes`, { key });
    const { data }: { data: { language: string | null }[] } = JSON.parse(text);
    return data.map(({ language }) => language);
  };
  await polls.vote(id, { choices: ['o1'] }, { id: 'u1', language: 'fr-ca' });
  expect(await languages()).toEqual(['fr-CA']);
  await polls.vote(id, { choices: ['o2'] }, { id: 'u1', language: 'de' });
  expect(await languages()).toEqual(['de']);
  await expect(polls.vote(id, { choices: ['o2'] }, { id: 'u1', language: 'x y' })).rejects.toThrow('visitor.language');
});
