import { describe, expect, test } from 'vitest';
import { createAsk } from '../support/asks/create-ask.js';
import { createFormBrowser, type FormBrowser } from '../support/browser/form-browser.js';
import { hiddenValue } from '../support/browser/hosted-page-client.js';
import { createClient } from '../support/http/http-client.js';
import { quizDraft, useCompressionServer, visible } from './compression-server.js';

const askwell = useCompressionServer();

describe('a hosted page with the token of its visitor', () => {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], other: true, show_others: true, ...visible };

  async function open(browser: FormBrowser, path: string) {
    const page = await browser.open(path);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    return { page, seen: await askwell.send(`GET ${path}`, {}, { cookie }) };
  }
  const visitor = () => createFormBrowser(askwell.server, { accept: 'text/html' });

  test('is compressed except for the token of the visitor', async () => {
    const client = createClient(askwell.server);
    const id = await createAsk(askwell.server, askwell.key, 'polls', { ...draft, one_per: 'browser' });
    const wrote = { choices: [], other: 'What another visitor wrote' };
    expect((await client('POST', `/polls/${id}/votes`, { body: wrote })).status).toBe(201);
    const browser = visitor();
    await browser.open(`/p/${id}`);
    for (const [query, expected, times] of [
      ['', 'What another visitor wrote', 2],
      ['?other=What+the+address+says', 'What the address says', 2],
      ['?again=unknown', 'What another visitor wrote', 1],
    ] as const) {
      const { page, seen } = await open(browser, `/p/${id}${query}`);
      const voter = hiddenValue(page, '.voter') ?? '';
      expect([seen.headers['content-encoding'], seen.text.includes(expected)]).toEqual(['gzip', true]);
      // Every occurrence is uncompressed: in the form, and in the data of the widget.
      expect([voter.length, seen.text.split(voter).length - 1]).toEqual([32, times]);
      expect(seen.bytes.toString('latin1').split(voter).length - 1).toBe(times);
    }
  });

  test('is compressed, except for tickets and tokens of started quizzes', async () => {
    const client = createClient(askwell.server);
    const id = await createAsk(askwell.server, askwell.key, 'quizzes', {
      ...quizDraft,
      time_limit_seconds: 60,
      one_per: 'ticket',
    });
    const tickets = await client('POST', `/quizzes/${id}/tickets`, { key: askwell.key, body: { count: 1 } });
    const ticket = String(tickets.at('data.tickets.0'));
    const started = (await visitor().submit(`/p/${id}/start`, { ticket })).location ?? '';
    const seen = await askwell.send(`GET ${started}`);
    expect(seen.headers['content-encoding']).toBe('gzip');
    for (const secret of [ticket, new URL(started, askwell.server.url).searchParams.get('started') ?? '']) {
      const times = seen.text.split(secret).length - 1;
      expect([times > 0, seen.bytes.toString('latin1').split(secret).length - 1]).toEqual([true, times]);
    }
  });

  test('is not compressed with an answer of the visitor', async () => {
    const id = await createAsk(askwell.server, askwell.key, 'polls', { ...draft, one_per: 'browser' });
    const browser = visitor();
    const fields = { '.voter': hiddenValue(await browser.open(`/p/${id}`), '.voter') ?? '', other: 'What I wrote' };
    const thanks = (await browser.submit(`/api/v1/polls/${id}/votes`, fields)).location ?? '';
    const refused = (await browser.submit(`/api/v1/polls/${id}/votes`, { other: 'o'.repeat(201) })).location ?? '';
    expect([thanks, refused]).toEqual([expect.stringContaining('?answer='), expect.stringContaining('?again=')]);
    for (const path of [thanks, refused, `/p/${id}`]) {
      const { seen } = await open(browser, path);
      expect([path, seen.bytes.length > 1_024, seen.headers['content-encoding']]).toEqual([path, true, undefined]);
    }
  });

  test('is compressed completely without a form', async () => {
    const client = createClient(askwell.server);
    const id = await createAsk(askwell.server, askwell.key, 'polls', draft);
    const wrote = { choices: [], other: 'What another visitor wrote' };
    expect((await client('POST', `/polls/${id}/votes`, { body: wrote })).status).toBe(201);
    await client('PATCH', `/polls/${id}`, { key: askwell.key, body: { status: 'closed' } });
    const page = await askwell.send(`GET /p/${id}`);
    expect([page.text.includes('What another visitor wrote'), page.headers['content-encoding']]).toEqual([
      true,
      'gzip',
    ]);
    expect(page.text).not.toContain('voter');
  });
});
