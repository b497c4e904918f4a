import { expect, test } from 'vitest';
import { wordsOf } from '../../../test/support/browser/form-browser.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import type { FormDraft } from '../../shared/contract/resources.js';

const services = useHostedPageServer();

const form = {
  title: 'Contact',
  description: 'Write to us.',
  languages: ['en', 'de', 'ar'],
  after: { message: 'Received!' },
  fields: [
    { id: 'name', type: 'short_text', label: 'Your name', required: true },
    { id: 'size', type: 'single_choice', label: 'Size', options: ['Small', 'Large'] },
  ],
  translations: {
    de: {
      title: 'Kontakt',
      description: 'Schreib uns.',
      after: { message: 'Angekommen!' },
      fields: { name: { label: 'Dein Name' }, size: { label: 'Größe', options: { o1: { label: 'Klein' } } } },
    },
    ar: { title: 'اتصل بنا' },
  },
} as const satisfies FormDraft;

const create = (more: Partial<FormDraft> = {}) =>
  services.hosted.form({ ...form, languages: [...form.languages], fields: [...form.fields], ...more });
const head = (text: string) => /<html [^>]*>/.exec(text)?.[0];

test('a page has the language that the visitor chooses, or that the browser accepts', async () => {
  const id = await create();
  const visitor = services.hosted.visitor({ 'accept-language': 'de-CH, de;q=0.9' });
  const german = await visitor.open(`/p/${id}`);
  expect(head(german.text)).toBe('<html lang="de" dir="ltr">');
  expect(german.text).toContain('<title>Kontakt</title>');
  expect(german.text).toContain('lang="de"><div class="ask">');
  const arabic = await visitor.open(`/p/${id}?lang=ar`);
  expect(head(arabic.text)).toBe('<html lang="ar" dir="rtl">');
  expect(wordsOf(arabic)).toContain('اتصل بنا');
});

test('a page links to its other languages, and keeps its other parameters', async () => {
  const id = await create();
  const { text } = await services.hosted.visitor().open(`/p/${id}?name=Ada&lang=de`);
  const links = [...text.matchAll(/<li><a href="([^"]*)" lang="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map((match) =>
    match.slice(1),
  );
  expect(links).toEqual([
    [`/p/${id}?name=Ada&amp;lang=en`, 'en', 'English'],
    [`/p/${id}?name=Ada&amp;lang=de`, 'de', 'Deutsch'],
    [`/p/${id}?name=Ada&amp;lang=ar`, 'ar', 'العربية'],
  ]);
  expect(text).toContain('<nav class="languages" aria-label="Sprache">');
  expect(text.match(/aria-current="true"/g)).toHaveLength(1);
  const plain = await services.hosted
    .visitor()
    .open(`/p/${await services.hosted.form({ fields: [...form.fields] })}?lang=de`);
  expect(plain.text).not.toContain('class="languages"');
});

test('texts without a translation are marked with the first language', async () => {
  const id = await create();
  const { text } = await services.hosted.visitor().open(`/p/${id}?lang=de`);
  expect(text).toMatch(/<[a-z]+[^>]* lang="en">Large</);
  expect(text).not.toMatch(/lang="en">(Klein|Dein Name|Schreib uns\.)</);
});

test('an answer is confirmed, and a rejected one shown again, in the chosen language', async () => {
  const id = await create();
  const visitor = services.hosted.visitor();
  const page = await visitor.open(`/p/${id}?lang=de`);
  const rejected = await visitor.answer(page, {});
  expect(head(rejected.text)).toBe('<html lang="de" dir="ltr">');
  expect(wordsOf(rejected)).toContain('Dein Name');
  const received = await visitor.answer(page, { name: 'Ada', size: 'o1' });
  expect(wordsOf(received)).toContain('Angekommen!');
});

test('the steps of a form keep the chosen language', async () => {
  const id = await create({ layout: 'steps' });
  const visitor = services.hosted.visitor();
  const { text } = await visitor.open(`/p/${id}?lang=de`);
  const [, action = ''] = /method="post" action="([^"]*)"/.exec(text) ?? [];
  const next = await visitor.submit(action.replaceAll('&amp;', '&'), { name: 'Ada' });
  expect(wordsOf(next)).toContain('Größe');
  expect(head(next.text)).toBe('<html lang="de" dir="ltr">');
});

test('a quiz starts in the chosen language', async () => {
  const id = await services.hosted.quiz({
    time_limit_seconds: 60,
    languages: ['en', 'de'],
    translations: { de: { questions: { q1: { prompt: 'Ist Wasser nass?' } } } },
  });
  const visitor = services.hosted.visitor();
  const { location } = await visitor.submit(`/p/${id}/start?lang=de`, {});
  const started = await visitor.open(location ?? '');
  expect(wordsOf(started)).toContain('Ist Wasser nass?');
});
