import express from 'express';
import { describe, expect, test } from 'vitest';
import { base } from '../frameworks/define.js';
import { codeIn } from '../support/http/parse-replies.js';
import { expressWith, openHost, overHttp } from './open-host.js';
import { json, type SuiteRequest, sites } from './suite-requests.js';

describe('a host', () => {
  const post: SuiteRequest = { name: '', method: 'POST', path: sites, body: { name: 'a' } };

  test('answers requests that are not for Askwell, below and outside of its path', async () => {
    const app = overHttp('', expressWith());
    const { send } = await openHost(app);
    for (const path of [
      '/',
      '/elsewhere',
      '/x',
      '/x/pollsters',
      '/api/v1/me',
      `${base}/nothing`,
      `${base}/api/v2/me`,
    ]) {
      const answer = await send({ name: '', method: 'GET', path });
      expect([path, answer.status, answer.text]).toEqual([path, 418, 'Not Askwell.']);
    }
    for (const path of [`${base}/api/v1/nothing`, `${base}/api/v1`]) {
      expect(codeIn(await send({ name: '', method: 'GET', path }))).toBe('not_found');
    }
  });

  test('passes on the mount path, with and without a slash or a query', async () => {
    const { send } = await openHost(overHttp('', expressWith()));
    for (const path of [base, `${base}/`, `${base}?x=1`, `${base}/?x=1`]) {
      const answer = await send({ name: '', method: 'GET', path });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text).toContain(`href="${base}/register"`);
    }
  });

  test('gets an error immediately if it has consumed the body', async () => {
    const swallow: express.RequestHandler = (request, _response, next) => {
      request.resume().on('end', () => next());
    };
    const { send } = await openHost(overHttp(base, expressWith(swallow)));
    const answer = await send(post);
    expect([answer.status, codeIn(answer)]).toEqual([400, 'malformed']);
    expect((await send({ name: '', method: 'GET', path: '/api/v1/me' })).status).toBe(200);
  });

  test('may listen to the body without consuming it', async () => {
    const listen: express.RequestHandler = (request, _response, next) => {
      request.once('data', () => next());
    };
    const { send } = await openHost(overHttp(base, expressWith(listen)));
    expect(codeIn(await send(post))).toBe('malformed');
  });

  test('may parse a body that is too deep to serialize again', async () => {
    const { send } = await openHost(overHttp(base, expressWith(express.json({ limit: '1mb' }))));
    const answer = await send({ ...post, body: '['.repeat(50_000) + ']'.repeat(50_000) });
    expect([answer.status, codeIn(answer)]).toEqual([400, 'malformed']);
  });

  test('gets an error for a fetch request whose body was read or is being read', async () => {
    const { send } = await openHost(async (askwell) => ({
      base: '',
      async ask(_method, path, init) {
        const request = new Request(`https://example.com${path}`, init);
        if (path === sites) await request.text();
        else request.body?.getReader();
        return askwell.fetch(request);
      },
      close: async () => {},
    }));
    expect(codeIn(await send(post))).toBe('malformed');
    expect(codeIn(await send({ ...post, path: `${sites}?` }))).toBe('malformed');
  });

  test('may pass on a fetch request whose client disconnects', async () => {
    const { send } = await openHost(async (askwell) => ({
      base: '',
      ask: (_method, path, init) => askwell.fetch(new Request(`https://example.com${path}`, init)),
      close: async () => {},
    }));
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    expect(codeIn(await send({ ...post, body: broken, headers: json }))).toBe('malformed');
  });

  test('keeps its Vary header when the reply is compressed', async () => {
    const vary: express.RequestHandler = (_request, response, next) => {
      response.setHeader('vary', 'Origin');
      next();
    };
    const { send } = await openHost(overHttp('', expressWith(vary)));
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await send({ name: '', method: 'GET', path: `${base}/openapi.json`, headers });
    expect([answer.headers.get('vary'), answer.headers.get('content-encoding')]).toEqual([
      'Origin, Accept-Encoding',
      'gzip',
    ]);
  });
});
