import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../base/clock.js';
import { Html, html } from '../base/html.js';
import type { PageReply } from './exchange.js';
import { renderPage } from './render-page.js';

const now = () => undefined;
const replyWith = (body: PageReply['body']): PageReply => ({
  status: 201,
  headers: ['a', 'b'],
  body,
  compressible: true,
});

test('a page is sent as its markup', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '<', '"', 'ä', '☃', '🎈', '\ud800') });
  await fc.assert(
    fc.asyncProperty(fc.array(text), text, async (parts, rest) => {
      const view = html`<ol>${parts.map((part) => Html.lazy(() => html`<li title="${part}">${part}</li>`))}</ol>${rest}`;
      const { body, ...reply } = await renderPage(replyWith(view), now);
      expect(body).toBe(view.markup);
      expect(reply).toEqual({ status: 201, headers: ['a', 'b'], compressible: true });
    }),
  );
});

test('a page of more than a megabyte is sent as the bytes of its markup', async () => {
  const view = html`${Array.from({ length: 40 }, (_, nth) => Html.lazy(() => html`${`${nth}🎈ä`.repeat(10_000)}`))}`;
  const { body } = await renderPage(replyWith(view), now);
  expect(Buffer.from(view.markup).equals(body instanceof Uint8Array ? body : Buffer.alloc(0))).toBe(true);
});

test.each([null, 'text', Buffer.from('bytes')])('other bodies stay as they are', async (body) => {
  expect((await renderPage(replyWith(body), now)).body).toBe(body);
});

test.each([
  [10, 0],
  [300_000, 1],
])('a page of which %d characters are rendered is encoded after %d turns', async (length, expected) => {
  let turns = 0;
  vi.spyOn(systemClock, 'elapsed').mockReturnValue(0);
  await renderPage(replyWith(html`<p>${'x'.repeat(length)}</p>`), async () => void turns++);
  vi.restoreAllMocks();
  expect(turns).toBe(expected);
});
