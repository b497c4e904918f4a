import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../test/support/browser/form-browser.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import type { FieldDraft } from '../../shared/contract/resources.js';

const services = useHostedPageServer();
const link = (text: string) =>
  `<a href="https://example.com/privacy" rel="noopener noreferrer" target="_blank">${text}</a>`;

describe('the page of a form', () => {
  test('shows marks in texts and labels, and no HTML', async () => {
    const id = await services.hosted.form({
      description: 'Read **this** <b>first</b>:\n\n- one\n- two',
      fields: [
        { type: 'consent', label: 'I accept the [*policy*](https://example.com/privacy)', required: true },
        { type: 'short_text', label: 'Name of a_b_c', help: '[Why?](https://example.com/privacy) [no](javascript:x)' },
        { type: 'multiple_choice', label: 'Which?', options: ['**A**', '5*3'] },
        { type: 'dropdown', label: 'One', options: ['`x`'] },
      ],
    });
    const { text } = await services.hosted.visitor().open(`/p/${id}`);
    expect(text).toContain('<strong>this</strong> &lt;b&gt;first&lt;/b&gt;:</p>');
    expect(text).toContain('dir="auto"><li>one</li><li>two</li></ul>');
    expect(text).toContain('content="Read this &lt;b&gt;first&lt;/b&gt;: - one - two"');
    expect(text).toContain(`I accept the ${link('<em>policy</em>')}`);
    expect(text).toContain('<bdi>Name of a_b_c</bdi>');
    expect(text).toContain(`${link('Why?')} [no](javascript:x)`);
    expect(text).toContain('<strong>A</strong>');
    expect(text).toContain('5*3');
    expect(text).toContain('>x</option>');
  });

  test('names the label of a consent without marks in the summary of errors', async () => {
    const id = await services.hosted.form({
      fields: [{ type: 'consent', label: 'I accept the [policy](https://example.com/privacy)', required: true }],
    });
    const visitor = services.hosted.visitor();
    const rejected = await visitor.answer(await visitor.open(`/p/${id}`), {});
    expect(rejected.text).toContain('<bdi>I accept the policy</bdi> –');
  });
});

test('`words` replace the texts of buttons and messages, also in other languages', async () => {
  const words = { submit: 'Anmelden', required: 'Pflicht', thanks: 'Bis **bald**!', next: '' };
  const id = await services.hosted.form({
    locale: 'de',
    words,
    fields: [{ type: 'email', label: 'E-Mail', required: true }],
  });
  const visitor = services.hosted.visitor();
  const page = await visitor.open(`/p/${id}`);
  expect(page.text).toContain('>Anmelden</button>');
  expect(page.text).toContain('<span class="required">Pflicht</span>');
  const thanks = await visitor.answer(page, { f1: 'a@example.com' });
  expect(thanks.text).toContain('Bis <strong>bald</strong>!');
  const closed = await services.hosted.poll({ status: 'closed', words: { closed: 'Too late, sorry.' } });
  expect(wordsOf(await visitor.open(`/p/${closed}`))).toContain('Too late, sorry.');
});

test('images have their label as a description, and videos are links', async () => {
  const id = await services.hosted.form({
    fields: [
      { type: 'image', label: 'Our "office"', help: 'Taken *today*', image_url: 'https://example.com/a.png' },
      {
        type: 'video',
        label: 'A tour',
        video_url: 'https://example.com/b.mp4',
        image_url: 'https://example.com/b.png',
      },
      { type: 'image', label: 'Later' },
      { type: 'short_text', label: 'Name' },
    ],
  });
  const visitor = services.hosted.visitor();
  const page = await visitor.open(`/p/${id}`);
  expect(page.text).toContain('src="https://example.com/a.png" alt="Our &quot;office&quot;"');
  expect(page.text).toContain('<figcaption><p class="authored" dir="auto">Taken <em>today</em></p></figcaption>');
  expect(page.text).toContain('<a class="video" href="https://example.com/b.mp4"');
  expect(page.text).toContain('<span>Play: A tour</span>');
  expect(page.headers.get('content-security-policy')).toContain("media-src 'self' data: https: http:;");
  expect(wordsOf(await visitor.answer(page, { f4: 'Zoë' }))).toContain('Thank you.');
  const refused: FieldDraft[] = [
    { type: 'image', label: 'Image', required: true },
    { type: 'image', label: 'Image', image_url: 'javascript:alert(1)' },
    { type: 'video', label: 'Video', video_url: 'data:video/mp4,x' },
  ];
  for (const field of refused) await expect(services.hosted.form({ fields: [field] })).rejects.toThrow();
});
