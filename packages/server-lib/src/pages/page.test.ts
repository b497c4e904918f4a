import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../test/support/forms.js';
import { all, createHostedDesk, hiddenValue, policyOf } from '../../test/support/hosted.js';
import { useHostedServices } from '../../test/support/hosted-services.js';
import { sendRaw } from '../../test/support/raw.js';
import type { FormDraft } from '../forms/form-types.js';

const services = useHostedServices();

describe('the page', () => {
  test('is not there for visitors while it is a draft, and a preview for its owner', async () => {
    const id = await services.desk.quiz({ status: 'draft', draw: 1 });
    const nobody = await services.desk.visitor().open(`/p/${id}`);
    expect([nobody.status, wordsOf(nobody).includes('Not found.')]).toEqual([404, true]);
    const token = await services.server.services.sessions.open(services.desk.account, 'Chrome', undefined);
    const owner = await services.desk.visitor().open(`/p/${id}`, { cookie: `askwell=${token}` });
    expect(owner.status).toBe(200);
    expect(wordsOf(owner)).toContain('This is a draft that only you can see.');
    expect(wordsOf(owner)).toContain('Is water wet?');
    expect(owner.text).toMatch(/<button class="button primary large" disabled>/);
    const stranger = await createHostedDesk(services.server);
    const other = await services.server.services.sessions.open(stranger.account, 'Chrome', undefined);
    expect((await services.desk.visitor().open(`/p/${id}`, { cookie: `askwell=${other}` })).status).toBe(404);
  });

  test.each(['/p/poll_00000000000000000000', '/p/quiz_x', '/p/x', '/p/poll_00000000000000000000/qr.svg'])(
    'of nothing is a page that says so: %s',
    async (path) => {
      const page = await services.desk.visitor().open(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(wordsOf(page)).toContain('Not found.');
    },
  );

  test('says how things stand: not open yet, closed, full', async () => {
    const words = async (draft: object) =>
      wordsOf(await services.desk.visitor().open(`/p/${await services.desk.poll(draft)}`));
    expect(await words({ opens_at: '2026-02-01T09:00:00Z' })).toContain('This opens on');
    expect(await words({ status: 'closed' })).toContain('This is closed.');
    expect(await words({ closes_at: '2026-01-31T08:00:00Z', results_visibility: 'after_close' })).toContain(
      'No answers yet.',
    );
  });

  test('speaks the language of its ask, in its direction', async () => {
    const head = async (locale: string | null) =>
      /<html [^>]*>/.exec((await services.desk.visitor().open(`/p/${await services.desk.poll({ locale })}`)).text)?.[0];
    expect(await head(null)).toBe('<html lang="en" dir="ltr">');
    expect(await head('pt-BR')).toBe('<html lang="pt-BR" dir="ltr">');
    for (const locale of ['ar', 'he', 'fa', 'ur', 'az-Arab']) {
      expect(await head(locale)).toBe(`<html lang="${locale}" dir="rtl">`);
    }
  });

  test('can be shared: by a link, a QR code, and what chats show of it', async () => {
    const id = await services.desk.poll({ description: `A "question" & more.\n${'x'.repeat(300)}` });
    const page = await services.desk.visitor().open(`/p/${id}`);
    expect(page.text).toContain('<meta property="og:title" content="Tea or coffee?">');
    expect(page.text).toMatch(
      /<meta property="og:description" content="A &quot;question&quot; &amp; more\. x{170,}…">/,
    );
    expect(page.text).toContain(`<meta property="og:url" content="${services.server.url}/p/${id}">`);
    expect(page.text).toContain(`value="${services.server.url}/p/${id}"`);
    const code = await services.desk.visitor().open(`/p/${id}/qr.svg`);
    expect([code.status, code.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(code.text).toMatch(/^<svg /);
    const host = 'a'.repeat(9_000);
    const asked = `GET /p/${id}/qr.svg HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(services.server, asked)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('lets the origins of its site frame it, and nobody else', async () => {
    const site = (
      await services.server.services.sites.create(services.desk.session.scope, {
        name: 'Shop',
        origins: ['https://shop.example', 'https://www.example'],
      })
    ).id;
    const framed = await services.desk.visitor().open(`/p/${await services.desk.poll({ site_id: site })}`);
    expect(policyOf(framed)).toContain("frame-ancestors 'self' https://shop.example https://www.example");
    expect(framed.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const plain = await services.desk.visitor().open(`/p/${await services.desk.poll()}`);
    expect(policyOf(plain)).toContain("frame-ancestors 'none'");
    expect(policyOf(plain)).not.toMatch(/unsafe|nonce/);
    // Its own posts pass, though its origin is none of those.
    const visitor = services.desk.visitor({ origin: services.server.url });
    expect((await visitor.answer(framed, { choices: 'o1' })).status).toBe(200);
  });

  test('is of a size that can be sent, whatever is asked and counted', async () => {
    const many = (n: number) => Array.from({ length: n }, (_, at) => `${at}`);
    const times = <Item>(n: number, item: Item) => Array.from({ length: n }, () => item);
    const matrix = { type: 'matrix', label: 'x', rows: many(50), options: many(20) } as const;
    const ranking = { type: 'ranking', label: 'x', options: many(200) } as const;
    const sizeOf = async (fields: FormDraft['fields']) => {
      const page = await services.desk.visitor().open(`/p/${await services.desk.form({ fields })}`);
      expect(page.text.length).toBeLessThan(5_000_000);
      return page;
    };
    const asked = await sizeOf(times(200, matrix));
    expect(wordsOf(asked)).toContain('This form has too many options to show without JavaScript.');
    expect(asked.text).not.toContain('<form class="form answer"');
    expect((await sizeOf(times(9, matrix))).text).toContain('name="f9.r50" value="o20"');
    const ranked = await sizeOf(times(20, ranking));
    expect(ranked.text).toContain('<input type="number" id="in-f20.rank.o200" name="f20.rank.o200" min="1" max="200"');

    const id = await services.desk.form({ fields: times(6, matrix), results_visibility: 'always' });
    const visitor = services.desk.visitor();
    const thanks = await visitor.answer(await visitor.open(`/p/${id}`), { 'f1.r1': 'o1' });
    expect(wordsOf(thanks)).toContain('Not everything fits on this page.');
    expect(thanks.text.match(/<section class="summary">/g)).toHaveLength(5);
  });

  test('is filled in beforehand by its address', async () => {
    const id = await services.desk.form({
      fields: [
        { id: 'a', type: 'short_text', label: 'A' },
        { id: 'from', type: 'hidden' },
      ],
    });
    const page = await services.desk.visitor().open(`/p/${id}?a=%3Cb%3E&from=mail&voter=forged-voter-0123456789`);
    expect(page.text).toContain('value="&lt;b&gt;"');
    expect(page.text).toContain('<input type="hidden" name="from" value="mail">');
    expect(hiddenValue(page, '.voter')).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  test('has fields that are called like what it sends along', async () => {
    const fields = [{ id: 'voter', type: 'short_text', label: 'Who votes' }] as const;
    const id = await services.desk.form({ fields: [...fields], one_per: 'browser' });
    const visitor = services.desk.visitor();
    const page = await visitor.open(`/p/${id}?voter=Somebody`);
    expect(page.text).toContain('id="in-voter" name="voter" value="Somebody"');
    const back = await visitor.answer(page, { voter: 'Visitor', stranger: 'x' });
    expect([back.status, back.text.includes('value="Visitor"')]).toEqual([422, true]);
    await visitor.answer(back, { voter: 'Visitor' });
    const [submission] = await all(services.server.askwell.forms.answers.list(services.desk.account, id));
    expect(submission?.answers).toEqual({ voter: 'Visitor' });
    expect(wordsOf(await visitor.open(`/p/${id}`))).toContain('You have already answered.');
  });

  test('has no two elements of one id, whatever fields are called', async () => {
    const choice = { label: 'Choose', help: 'One', options: ['a', 'b'], required: true };
    const ids = ['a', 'a-1', 'a-help', 'a-fault', 'help-a', '1-a'];
    const id = await services.desk.form({ fields: ids.map((id) => ({ ...choice, type: 'single_choice', id })) });
    const visitor = services.desk.visitor();
    const wrong = await visitor.answer(await visitor.open(`/p/${id}`), {});
    const found = [...wrong.text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(found.length).toBeGreaterThan(ids.length * 4);
    expect(new Set(found).size).toBe(found.length);
    for (const [, target] of wrong.text.matchAll(/ (?:for|aria-describedby)="([^"]*)"/g)) {
      for (const one of target?.split(' ') ?? []) expect(found).toContain(one);
    }
  });

  test('mixes options for each visitor, the same way each time', async () => {
    const options = Array.from({ length: 12 }, (_, at) => `Option ${at}`);
    const id = await services.desk.poll({ options, shuffle: true });
    const orderFor = async (visitor: ReturnType<typeof services.desk.visitor>) =>
      [...(await visitor.open(`/p/${id}`)).text.matchAll(/value="(o\d+)"/g)].map(([, value]) => value).join(' ');
    const [one, other] = [services.desk.visitor(), services.desk.visitor()];
    const first = await orderFor(one);
    expect(await orderFor(one)).toBe(first);
    expect(await orderFor(other)).not.toBe(first);
  });
});
