import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../test/support/browser/form-browser.js';
import { createHostedPageClient, hiddenValue, policyOf } from '../../../test/support/browser/hosted-page-client.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import { collect } from '../../../test/support/collect.js';
import type { FormDraft } from '../../shared/contract/resources.js';

const services = useHostedPageServer();

describe('the page', () => {
  test('of a draft is 404 for visitors and a preview for its owner', async () => {
    const id = await services.hosted.quiz({ status: 'draft', draw: 1 });
    const visitor = await services.hosted.visitor().open(`/p/${id}`);
    expect([visitor.status, wordsOf(visitor).includes('Not found.')]).toEqual([404, true]);
    const token = await services.server.services.sessions.open(services.hosted.account.id, 'Chrome', undefined);
    const owner = await services.hosted.visitor().open(`/p/${id}`, { cookie: `askwell=${token}` });
    expect(owner.status).toBe(200);
    expect(wordsOf(owner)).toContain('This is a preview. Answers are not recorded.');
    expect(wordsOf(owner)).toContain('Is water wet?');
    expect(owner.text).toMatch(/<button class="button primary large" disabled>/);
    const otherHosted = await createHostedPageClient(services.server);
    const other = await services.server.services.sessions.open(otherHosted.account.id, 'Chrome', undefined);
    expect((await services.hosted.visitor().open(`/p/${id}`, { cookie: `askwell=${other}` })).status).toBe(404);
  });

  test.each(['/p/poll_00000000000000000000', '/p/quiz_x', '/p/x', '/p/poll_00000000000000000000/qr.svg'])(
    'of an unknown ask is 404: %s',
    async (path) => {
      const page = await services.hosted.visitor().open(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(wordsOf(page)).toContain('Not found.');
    },
  );

  test('of a form with one field at a time fills the window, with each step and with errors', async () => {
    const fields: FormDraft['fields'] = [
      { id: 'name', type: 'short_text', label: 'Name', required: true },
      { id: 'city', type: 'short_text', label: 'City' },
    ];
    const bodyOf = ({ text }: { text: string }) => /<body class="([^"]*)">/.exec(text)?.[1];
    const visitor = services.hosted.visitor();
    expect(bodyOf(await visitor.open(`/p/${await services.hosted.form({ fields })}`))).toBe('visitor');
    const id = await services.hosted.form({ fields, layout: 'steps' });
    expect(bodyOf(await visitor.open(`/p/${id}`))).toBe('visitor one-field');
    for (const [name, status] of [
      ['Ada', 200],
      ['', 422],
    ] as const) {
      const reply = await services.server.fetch(`${services.server.url}/p/${id}/step`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ name }),
      });
      expect([reply.status, bodyOf({ text: await reply.text() })]).toEqual([status, 'visitor one-field']);
    }
  });

  test('is not listed by search engines, whatever it shows', async () => {
    const id = await services.hosted.poll();
    const draft = await services.hosted.poll({ status: 'draft' });
    const visitor = services.hosted.visitor();
    const thanks = (await visitor.fill(await visitor.open(`/p/${id}`), { choices: 'o1' })).location ?? '';
    expect(thanks).toContain('?answer=');
    const preview = await services.server.askwell.polls.previewUrl(services.hosted.account, draft);
    for (const path of [`/p/${id}`, thanks, preview, '/p/poll_none']) {
      expect([path, (await visitor.open(path)).headers.get('x-robots-tag')]).toEqual([path, 'noindex']);
    }
  });

  test('says that the ask is closed or not open yet', async () => {
    const words = async (draft: object) =>
      wordsOf(await services.hosted.visitor().open(`/p/${await services.hosted.poll(draft)}`));
    expect(await words({ opens_at: '2026-02-01T09:00:00Z' })).toContain('This opens on');
    expect(await words({ status: 'closed' })).toContain('This is closed.');
    expect(await words({ closes_at: '2026-01-31T08:00:00Z', results_visibility: 'after_close' })).toContain(
      'No answers yet.',
    );
  });

  test('has the language and direction of its ask', async () => {
    const head = async (locale: string | null) =>
      /<html [^>]*>/.exec(
        (await services.hosted.visitor().open(`/p/${await services.hosted.poll({ locale })}`)).text,
      )?.[0];
    expect(await head(null)).toBe('<html lang="en" dir="ltr">');
    expect(await head('pt-BR')).toBe('<html lang="pt-BR" dir="ltr">');
    for (const locale of ['ar', 'he', 'fa', 'ur', 'az-Arab']) {
      expect(await head(locale)).toBe(`<html lang="${locale}" dir="rtl">`);
    }
  });

  test('can be shared by a link, a QR code and a link preview', async () => {
    const id = await services.hosted.poll({ description: `A "question" & more.\n${'x'.repeat(300)}` });
    const page = await services.hosted.visitor().open(`/p/${id}`);
    expect(page.text).toContain('<meta property="og:title" content="Tea or coffee?">');
    expect(page.text).toMatch(
      /<meta property="og:description" content="A &quot;question&quot; &amp; more\. x{170,}…">/,
    );
    expect(page.text).toContain(`<meta property="og:url" content="${services.server.url}/p/${id}">`);
    expect(page.text).toContain(`value="${services.server.url}/p/${id}"`);
    const code = await services.hosted.visitor().open(`/p/${id}/qr.svg`);
    expect([code.status, code.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(code.text).toMatch(/^<svg /);
    const host = 'a'.repeat(9_000);
    expect((await services.hosted.visitor().open(`/p/${id}/qr.svg`, { host })).status).toBe(200);
  });

  test('can be framed only by the origins of its site', async () => {
    const { id: site } = await services.server.services.sites.create(services.hosted.session.scope, {
      name: 'Shop',
      origins: ['https://shop.example', 'https://www.example'],
    });
    const framed = await services.hosted.visitor().open(`/p/${await services.hosted.poll({ site_id: site })}`);
    expect(policyOf(framed)).toContain("frame-ancestors 'self' https://shop.example https://www.example");
    expect(framed.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const plain = await services.hosted.visitor().open(`/p/${await services.hosted.poll()}`);
    expect(policyOf(plain)).toContain("frame-ancestors 'none'");
    expect(policyOf(plain)).not.toMatch(/unsafe|nonce/);
    // The server accepts posts from its own origin, although the origin is not in the list.
    const visitor = services.hosted.visitor({ origin: services.server.url });
    expect((await visitor.answer(framed, { choices: 'o1' })).status).toBe(200);
  });

  test('has a limited size for any definition and any results', async () => {
    const many = (n: number) => Array.from({ length: n }, (_, index) => `${index}`);
    const times = <Item>(n: number, item: Item) => Array.from({ length: n }, () => item);
    const matrix = { type: 'matrix', label: 'x', rows: many(50), options: many(20) } as const;
    const ranking = { type: 'ranking', label: 'x', options: many(200) } as const;
    const sizeOf = async (fields: FormDraft['fields']) => {
      const page = await services.hosted.visitor().open(`/p/${await services.hosted.form({ fields })}`);
      expect(page.text.length).toBeLessThan(5_000_000);
      return page;
    };
    const tooLarge = await sizeOf(times(200, matrix));
    expect(wordsOf(tooLarge)).toContain('This form has too many options to show without JavaScript.');
    expect(tooLarge.text).not.toContain('<form class="form answer"');
    expect((await sizeOf(times(9, matrix))).text).toContain('name="f9.r50" value="o20"');
    const ranked = await sizeOf(times(20, ranking));
    expect(ranked.text).toContain('<input type="number" id="in-f20.rank.o200" name="f20.rank.o200" min="1" max="200"');

    const id = await services.hosted.form({ fields: times(6, matrix), results_visibility: 'always' });
    const visitor = services.hosted.visitor();
    const thanks = await visitor.answer(await visitor.open(`/p/${id}`), { 'f1.r1': 'o1' });
    expect(wordsOf(thanks)).toContain('Not everything fits on this page.');
    expect(thanks.text.match(/<section class="summary">/g)).toHaveLength(5);
  });

  test('is prefilled from its query', async () => {
    const id = await services.hosted.form({
      fields: [
        { id: 'a', type: 'short_text', label: 'A' },
        { id: 'from', type: 'hidden' },
      ],
    });
    const page = await services.hosted.visitor().open(`/p/${id}?a=%3Cb%3E&from=mail&voter=forged-voter-0123456789`);
    expect(page.text).toContain('value="&lt;b&gt;"');
    expect(page.text).toContain('<input type="hidden" name="from" value="mail">');
    expect(hiddenValue(page, '.voter')).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  test('accepts fields with the names of hidden fields', async () => {
    const fields = [{ id: 'voter', type: 'short_text', label: 'Who votes' }] as const;
    const id = await services.hosted.form({ fields: [...fields], one_per: 'browser' });
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}?voter=Somebody`);
    expect(page.text).toContain('id="in-voter" name="voter" value="Somebody"');
    const rejected = await visitor.answer(page, { voter: 'Visitor', unknown: 'x' });
    expect([rejected.status, rejected.text.includes('value="Visitor"')]).toEqual([422, true]);
    await visitor.answer(rejected, { voter: 'Visitor' });
    const [submission] = await collect(services.server.askwell.forms.answers.list(services.hosted.account, id));
    expect(submission?.answers).toEqual({ voter: 'Visitor' });
    expect(wordsOf(await visitor.open(`/p/${id}`))).toContain('You have already answered.');
  });

  test('has unique element IDs for all field names', async () => {
    const choice = { label: 'Choose', help: 'One', options: ['a', 'b'], required: true };
    const ids = ['a', 'a-1', 'a-help', 'a-fault', 'help-a', '1-a'];
    const id = await services.hosted.form({ fields: ids.map((id) => ({ ...choice, type: 'single_choice', id })) });
    const visitor = services.hosted.visitor();
    const wrong = await visitor.answer(await visitor.open(`/p/${id}`), {});
    const found = [...wrong.text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(found.length).toBeGreaterThan(ids.length * 4);
    expect(new Set(found).size).toBe(found.length);
    for (const [, target] of wrong.text.matchAll(/ (?:for|aria-describedby)="([^"]*)"/g)) {
      for (const referenced of target?.split(' ') ?? []) expect(found).toContain(referenced);
    }
  });

  test('shuffles options per visitor, in the same order each time', async () => {
    const options = Array.from({ length: 12 }, (_, index) => `Option ${index}`);
    const id = await services.hosted.poll({ options, shuffle: true });
    const orderFor = async (visitor: ReturnType<typeof services.hosted.visitor>) =>
      [...(await visitor.open(`/p/${id}`)).text.matchAll(/value="(o\d+)"/g)].map(([, value]) => value).join(' ');
    const [visitor, other] = [services.hosted.visitor(), services.hosted.visitor()];
    const first = await orderFor(visitor);
    expect(await orderFor(visitor)).toBe(first);
    expect(await orderFor(other)).not.toBe(first);
  });
});
