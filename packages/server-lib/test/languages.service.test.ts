import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, createClient } from './support/http/http-client.js';
import { createOwner } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

let server: TestServer;
let client: ReturnType<typeof createClient>;
let key: string;
beforeAll(async () => {
  server = await startService();
  client = createClient(server);
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());

const form = {
  title: 'Contact',
  description: 'Write to us.',
  languages: ['en', 'de', 'ar'],
  fields: [
    { id: 'name', type: 'short_text', label: 'Name', help: 'Your full name' },
    { id: 'size', type: 'dropdown', label: 'Size', options: ['Small', 'Large'] },
  ],
  after: { message: 'Thank you!' },
  translations: {
    de: {
      title: 'Kontakt',
      description: 'Schreib uns.',
      after: { message: 'Danke!' },
      fields: {
        name: { label: 'Name', help: 'Dein ganzer Name' },
        size: { label: 'Größe', options: { o1: { label: 'Klein' }, o2: { label: 'Groß' } } },
      },
    },
    ar: { title: 'اتصل بنا' },
  },
};
const poll = {
  title: 'Lunch?',
  options: ['Soup', 'Salad'],
  languages: ['en', 'de'],
  results_visibility: 'always',
  translations: { de: { title: 'Mittagessen?', options: { o1: { label: 'Suppe' } } } },
};

const create = async (plural: string, body: object) =>
  (await client('POST', `/${plural}`, { key, body })).id('data.id');
const issuesOf = (body: unknown) =>
  Object(body).issues?.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
const view = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await call(server, 'GET', `/embed/${path}`, { headers });
  return { reply, data: Object(reply.body).data };
};

describe('the definition of an ask with languages', () => {
  test('returns its translations without empty texts', async () => {
    const id = await create('forms', {
      ...form,
      translations: { ...form.translations, ar: { title: '', fields: {} } },
    });
    const { data } = Object((await call(server, 'GET', `/api/v1/forms/${id}`, { key })).body);
    expect(data.languages).toEqual(['en', 'de', 'ar']);
    expect(data.translations).toEqual({ de: form.translations.de, ar: {} });
  });

  test.each([
    [{ languages: ['en', 'not a tag'] }, ['languages.1 invalid_locale']],
    [{ languages: ['en', 'de', 'EN'] }, ['languages.2 repeated_language', 'translations.ar unknown_language']],
    [{ languages: Array.from({ length: 25 }, (_, at) => `en-x-${at}`) }, ['languages too_many']],
    [
      { translations: { fr: { title: 'x' }, en: { title: 'x' } } },
      ['translations.fr unknown_language', 'translations.en unknown_language'],
    ],
    [{ translations: { de: { fields: { f9: { label: 'x' } } } } }, ['translations.de.fields.f9 nothing_to_translate']],
    [
      { translations: { de: { fields: { size: { help: 'x' } } } } },
      ['translations.de.fields.size.help nothing_to_translate'],
    ],
    [
      { translations: { de: { fields: { size: { options: { o3: { label: 'x' } } } } } } },
      ['translations.de.fields.size.options.o3 nothing_to_translate'],
    ],
    [{ translations: { de: { status: 'x' } } }, ['translations.de.status unknown_field']],
    [{ translations: { de: { title: 'x'.repeat(301) } } }, ['translations.de.title too_long']],
    [{ translations: { de: { title: 7 } } }, ['translations.de.title not_a_string']],
  ])('is refused with %j', async (change, issues) => {
    const { status, body } = await client('POST', '/forms', { key, body: { ...form, ...change } });
    expect([status, issuesOf(body)]).toEqual([422, issues]);
  });

  test('drops the translations of what is removed', async () => {
    const id = await create('forms', form);
    const fields = [{ id: 'name', type: 'short_text', label: 'Name' }];
    const { status, body } = await client('PATCH', `/forms/${id}`, { key, body: { fields, languages: ['en', 'de'] } });
    expect(status).toBe(200);
    const {
      de: {
        fields: { name },
        ...de
      },
    } = form.translations;
    expect(Object(body).data.translations).toEqual({ de: { ...de, fields: { name: { label: name.label } } } });
  });
});

describe('another first language', () => {
  test('is refused while its translation would be lost', async () => {
    const id = await create('forms', form);
    for (const languages of [['de', 'en', 'ar'], ['de']]) {
      const { status, body } = await client('PATCH', `/forms/${id}`, { key, body: { languages } });
      expect([status, issuesOf(body)]).toEqual([422, ['languages.0 first_language_translated']]);
    }
    const { data } = Object((await call(server, 'GET', `/api/v1/forms/${id}`, { key })).body);
    expect([data.languages, data.translations]).toEqual([form.languages, form.translations]);
  });

  test('is accepted with its texts, and with translations into the other languages', async () => {
    const id = await create('polls', poll);
    const change = {
      title: 'Mittagessen?',
      languages: ['de', 'en'],
      options: [
        { id: 'o1', label: 'Suppe' },
        { id: 'o2', label: 'Salat' },
      ],
      translations: { en: { title: 'Lunch?', options: { o1: { label: 'Soup' } } } },
    };
    const { status, body } = await client('PATCH', `/polls/${id}`, { key, body: change });
    expect(status).toBe(200);
    expect(Object(body).data).toMatchObject(change);
  });

  test('is accepted if it has no translation', async () => {
    const id = await create('forms', { ...form, translations: { ...form.translations, ar: {} } });
    const { status, body } = await client('PATCH', `/forms/${id}`, { key, body: { languages: ['ar', 'de'] } });
    expect(status).toBe(200);
    expect(Object(body).data.translations).toEqual({ de: form.translations.de });
  });
});

describe('visitors', () => {
  test('see a form in the language that they choose or that their browser accepts', async () => {
    const id = await create('forms', form);
    const titleOf = async (query: string, accepted?: string) => {
      const { data } = await view(`forms/${id}${query}`, accepted === undefined ? {} : { 'accept-language': accepted });
      return [data.form.locale, data.form.title];
    };
    expect(await titleOf('')).toEqual(['en', 'Contact']);
    expect(await titleOf('', 'fr, de-AT;q=0.8, en;q=0.5')).toEqual(['de', 'Kontakt']);
    expect(await titleOf('?lang=ar', 'de')).toEqual(['ar', 'اتصل بنا']);
    expect(await titleOf('?lang=fr', 'de')).toEqual(['de', 'Kontakt']);
  });

  test('see all texts, with the same IDs', async () => {
    const id = await create('forms', form);
    const { data } = await view(`forms/${id}?lang=de`);
    expect(data.form).toMatchObject({
      languages: ['en', 'de', 'ar'],
      untranslated: [],
      description: 'Schreib uns.',
      after: { message: 'Danke!', url: null },
      fields: [
        { id: 'name', help: 'Dein ganzer Name' },
        {
          id: 'size',
          options: [
            { id: 'o1', label: 'Klein' },
            { id: 'o2', label: 'Groß' },
          ],
        },
      ],
    });
    expect(data.form).not.toHaveProperty('translations');
  });

  test('see the first language where there is no translation, and which texts these are', async () => {
    const id = await create('forms', form);
    const { data } = await view(`forms/${id}?lang=ar`);
    expect(data.form.fields[0].label).toBe('Name');
    expect(data.form.untranslated).toContain('fields.size.options.o1.label');
    expect(data.form.untranslated).not.toContain('title');
  });

  test('get each language with its own `ETag`', async () => {
    const id = await create('polls', poll);
    const english = await view(`polls/${id}?lang=en`);
    const german = await view(`polls/${id}?lang=de`);
    expect(german.reply.headers.get('etag')).not.toBe(english.reply.headers.get('etag'));
    expect(german.reply.headers.get('vary')).toContain('Accept-Language');
    const again = await view(`polls/${id}`, {
      'accept-language': 'de',
      'if-none-match': String(german.reply.headers.get('etag')),
    });
    expect(again.reply.status).toBe(304);
    const other = await view(`polls/${id}`, {
      'accept-language': 'en',
      'if-none-match': String(german.reply.headers.get('etag')),
    });
    expect(other.reply.status).toBe(200);
  });

  test('share the results of all languages, with labels in their own', async () => {
    const id = await create('polls', poll);
    const vote = (language: string, option: string) =>
      client('POST', `/polls/${id}/votes`, { body: { choices: [option] }, headers: { 'accept-language': language } });
    const labelsIn = (results: { options: { label: string; votes: number }[] }) =>
      results.options.map(({ label, votes }) => `${label} ${votes}`);
    await vote('en', 'o1');
    const german = Object((await vote('de', 'o2')).body).data;
    expect(labelsIn(german.results)).toEqual(['Suppe 1', 'Salad 1']);
    expect(labelsIn((await view(`polls/${id}?lang=en`)).data.results)).toEqual(['Soup 1', 'Salad 1']);
    const owner = Object((await call(server, 'GET', `/api/v1/polls/${id}/results`, { key })).body).data;
    expect(labelsIn(owner)).toEqual(['Soup 1', 'Salad 1']);
  });

  test('read the receipt in the language of their answer', async () => {
    const id = await create('forms', form);
    const send = (headers: Record<string, string>) =>
      client('POST', `/forms/${id}/submissions`, { body: { answers: { size: 'o2' } }, headers });
    expect(Object((await send({ 'accept-language': 'de' })).body).data.message).toBe('Danke!');
    expect(Object((await send({})).body).data.message).toBe('Thank you!');
  });

  test('start a quiz in their language', async () => {
    const id = await create('quizzes', {
      title: 'Capitals',
      time_limit_seconds: 60,
      languages: ['en', 'de'],
      questions: [
        { type: 'single', prompt: 'Italy?', options: ['Rome', 'Oslo'], answer: 'o1', explanation: 'Since 1871' },
      ],
      translations: { de: { questions: { q1: { prompt: 'Italien?', options: { o1: { label: 'Rom' } } } } } },
    });
    const { data } = await view(`quizzes/${id}/start?lang=de`, { 'x-requested-with': 'test' });
    expect(data.quiz.questions[0]).toMatchObject({
      prompt: 'Italien?',
      options: [{ label: 'Rom' }, { label: 'Oslo' }],
    });
    expect(data.quiz.untranslated).toEqual(['title', 'questions.q1.options.o2.label']);
  });
});

describe('the translations for translators', () => {
  const send = async (id: string, language: string, format: string, content: string) =>
    client('PATCH', `/forms/${id}/translations/${language}`, { key, body: { format, content } });
  const fileOf = async (id: string, language: string, format: string) =>
    Object((await client('GET', `/forms/${id}/translations/${language}?format=${format}`, { key })).body).data.content;
  const statusOf = async (id: string) =>
    Object((await client('GET', `/forms/${id}/translations`, { key })).body).data.languages;

  test('say what is missing, and which texts have changed since', async () => {
    const id = await create('forms', form);
    expect(await statusOf(id)).toEqual([
      { language: 'de', translated: 8, missing: 0, outdated: [] },
      { language: 'ar', translated: 1, missing: 7, outdated: [] },
    ]);
    await client('PATCH', `/forms/${id}`, { key, body: { title: 'Contact us' } });
    expect((await statusOf(id)).map(({ outdated }: { outdated: string[] }) => outdated)).toEqual([
      ['title'],
      ['title'],
    ]);
    const translations = { ...form.translations, de: { ...form.translations.de, title: 'Kontaktiere uns' } };
    await client('PATCH', `/forms/${id}`, { key, body: { translations } });
    expect((await statusOf(id)).map(({ outdated }: { outdated: string[] }) => outdated)).toEqual([[], ['title']]);
  });

  test.each(['csv', 'xliff'])('can be exported and imported as %s', async (format) => {
    const odd = 'Line 1\n=SUM(A1) & "<b>" \u0001; -x';
    const id = await create('forms', { ...form, description: odd });
    const content = await fileOf(id, 'de', format);
    const translations = { de: { ...form.translations.de, description: odd } };
    await client('PATCH', `/forms/${id}`, { key, body: { translations } });
    const exported = await fileOf(id, 'de', format);
    await client('PATCH', `/forms/${id}`, { key, body: { translations: {} } });
    expect((await send(id, 'de', format, exported)).status).toBe(200);
    const { data } = Object((await client('GET', `/forms/${id}`, { key })).body);
    expect(data.translations.de).toEqual(translations.de);
    expect((await statusOf(id))[0].outdated).toEqual([]);
    expect((await send(id, 'de', format, content)).status).toBe(200);
  });

  test('keep what a file does not mention, and mark what was translated from another text', async () => {
    const id = await create('forms', form);
    const content = 'path;source;translation\ntitle;Contact (old);Kontaktformular\nfields.size.label;Size;\n';
    const reply = await send(id, 'de', 'csv', content);
    expect(Object(reply.body).data).toEqual({ language: 'de', translated: 8, missing: 0, outdated: ['title'] });
    const { data } = Object((await client('GET', `/forms/${id}`, { key })).body);
    expect(data.translations.de).toEqual({ ...form.translations.de, title: 'Kontaktformular' });
  });

  const xliff = (units: string, head = 'srcLang="en" trgLang="de"') =>
    `<?xml version="1.0"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" ${head}><file id="f">\n${units}</file></xliff>`;
  const unit = (id: string, target: string) =>
    `<unit id="${id}"><segment><source>x</source><target>${target}</target></segment></unit>`;

  test.each([
    ['csv', '', ['missing_columns']],
    ['csv', 'path,translation\na,b', ['missing_columns']],
    ['csv', 'path,source,translation\ntitle,"a,b\nc', ['unclosed_quote 2:7']],
    [
      'csv',
      'path,source,translation\nfields.f9.label,a,b\n\ntitle,a,b\ntitle,a,c',
      ['unknown_text 2:19', 'repeated_text 5:9'],
    ],
    ['csv', `path,source,translation\ntitle,"a\nb",${'x'.repeat(301)}`, ['translation_too_long 3:4']],
    ['xliff', '', ['invalid_xml 1:1']],
    ['xliff', '<!DOCTYPE x [<!ENTITY a "b">]><x/>', ['invalid_xml 1:1']],
    ['xliff', '<x/>', ['invalid_xml 1:1']],
    ['xliff', xliff(unit('title', '&a;')), ['invalid_xml 3:53']],
    ['xliff', xliff(unit('title', 'a<b>c</b>')), ['invalid_xml 3:54']],
    ['xliff', xliff('<unit id="title">'), ['invalid_xml 3:18']],
    ['xliff', xliff(unit('title', 'a')).slice(0, -3), ['invalid_xml 3:87']],
    ['xliff', xliff('', 'srcLang="en" trgLang="fr"'), ['wrong_languages 2:1']],
    ['xliff', xliff(`${unit('title', 'a')}\n${unit('none', 'a')}`), ['unknown_text 4:1']],
    ['xliff', '<a>'.repeat(40), ['invalid_xml 1:1']],
  ])('are not imported from %s with faults: %j', async (format, content, faults) => {
    const id = await create('forms', form);
    const { status, body } = await send(id, 'de', format, content);
    const found = Object(body).issues?.map(
      ({ code, params: { line, column } }: { code: string; params: Record<string, number> }) =>
        line === undefined ? code : `${code} ${line}:${column}`,
    );
    expect([status, found]).toEqual([422, faults]);
    const { data } = Object((await client('GET', `/forms/${id}`, { key })).body);
    expect(data.translations).toEqual(form.translations);
  });

  test('are only there for the other languages of an ask', async () => {
    const id = await create('forms', form);
    for (const language of ['en', 'fr', 'constructor'])
      expect((await client('GET', `/forms/${id}/translations/${language}`, { key })).status).toBe(404);
  });
});
