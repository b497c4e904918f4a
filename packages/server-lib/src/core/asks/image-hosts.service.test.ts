import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { faultsIn, textIdIn } from '../../../test/support/http/parse-replies.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { imageSources, isImageHost } from './image-hosts.js';

const allowed = 'https://images.example.com/a.png';
const otherHost = 'https://tracker.example.net/a.png';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startService({ imageHosts: ['images.example.com', '*.cdn.example.org'] });
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());

const create = (path: string, body: object) => call(server, 'POST', `/api/v1/${path}`, { key, body });
const poll = (image_url: string) => ({ title: 'Lunch?', options: ['Soup', { label: 'Salad', image_url }] });

describe('images on hosts that are not allowed', () => {
  test.each([
    ['polls', poll(otherHost), ['options.1.image_url']],
    ['polls', poll('https://images.example.com.example.net/a.png'), ['options.1.image_url']],
    ['polls', poll('https://images.example.com:8443/a.png'), ['options.1.image_url']],
    ['polls', poll('https://cdn.example.org/a.png'), ['options.1.image_url']],
    [
      'quizzes',
      {
        title: 'Capitals',
        questions: [
          {
            type: 'single',
            prompt: 'Which?',
            image_url: otherHost,
            options: [{ id: 'a', label: 'A', image_url: otherHost }, 'B'],
            answer: 'a',
          },
        ],
      },
      ['questions.0.image_url', 'questions.0.options.0.image_url'],
    ],
  ])('images on hosts that are not allowed are refused: %s %#', async (path, body, faults) => {
    const refused = await create(path, body);
    expect([refused.status, faultsIn(refused).sort()]).toEqual([422, faults]);
  });

  test.each([allowed, 'https://a.cdn.example.org/b.png', 'HTTPS://IMAGES.EXAMPLE.COM/a.png'])(
    'an image on an allowed host is accepted: %s',
    async (url) => {
      expect((await create('polls', poll(url))).status).toBe(201);
    },
  );

  test('images that existed before the hosts were restricted may stay', async () => {
    const { database } = server;
    const before = await startService({ database });
    const id = textIdIn(await call(before, 'POST', '/api/v1/polls', { key, body: poll(otherHost) }));
    await before.close();
    const change = (body: object) => call(server, 'PATCH', `/api/v1/polls/${id}`, { key, body });
    expect((await change({ title: 'Dinner?' })).status).toBe(200);
    const other = await change({ options: poll('https://other.example.net/a.png').options });
    expect(other.status).toBe(422);
  });

  test('hosted pages do not load images from hosts that are not allowed', async () => {
    const id = textIdIn(await create('polls', poll(allowed)));
    const page = await call(server, 'GET', `/p/${id}`);
    expect(page.headers.get('content-security-policy')).toContain(
      "img-src 'self' data: https://images.example.com http://images.example.com https://*.cdn.example.org",
    );
    expect(page.text).toContain('referrerpolicy="no-referrer"');
  });
});

test('without a list, pages load images from all hosts, and https pages only over https', () => {
  expect(imageSources(undefined, true)).toBe("'self' data: https:");
  expect(imageSources(undefined, false)).toBe("'self' data: https: http:");
});

test.each([
  ['images.example.com', true],
  ['*.example.com', true],
  ['localhost:8080', true],
  ['https://example.com', false],
  ['*', false],
  ['a.*.com', false],
  ["example.com; script-src 'unsafe-inline'", false],
  ['', false],
])('%j is a valid image host: %s', (text, expected) => {
  expect(isImageHost(text)).toBe(expected);
});
