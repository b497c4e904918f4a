import { expect, test } from 'vitest';
import { rejectionOf } from '../../test/support/rejection.js';
import { jsonResponse, stubbedClient } from '../../test/support/stub-fetch.js';
import { GoneError } from '../index.js';

/** Returns the text of an event. An event with a cursor ends a group, after which a new connection continues. */
function eventOf(id: string, cursor?: string): string {
  const data = { id, type: 'ask.created', ask_id: 'poll_1', answer_id: null };
  return `event: ask.created\n${cursor === undefined ? '' : `id: ${cursor}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Returns a response that breaks after this text, at the end of the connection. */
function brokenStream(text: string): Response {
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) return controller.error(new TypeError('terminated'));
      isSent = true;
      controller.enqueue(new TextEncoder().encode(text));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

test('a broken stream continues at the last cursor after a delay, without repeating events', async () => {
  const last = eventOf('evt_4');
  const { client, timing, requests } = stubbedClient([
    brokenStream(eventOf('evt_1', 'a') + eventOf('evt_2') + eventOf('evt_3').slice(0, 40)),
    brokenStream(eventOf('evt_2') + eventOf('evt_3', 'b') + last.slice(0, -1)),
    brokenStream(last),
  ]);
  const stream = client.changes.follow();
  const found: string[] = [];
  const reading = (async () => {
    for await (const { id } of stream) if (found.push(id) === 4) break;
  })();
  await timing.advance(999);
  expect(found).toEqual(['evt_1', 'evt_2']);
  await timing.advance(1);
  expect(found).toEqual(['evt_1', 'evt_2', 'evt_3']);
  await timing.advance(1_000);
  await reading;
  expect(found).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4']);
  expect(requests().map(({ url }) => new URL(url).searchParams.get('cursor'))).toEqual([null, 'a', 'b']);
  expect(timing.timers).toBe(0);
});

test('leaving the loop ends the stream, even if it has broken', async () => {
  const { client, fetch, timing } = stubbedClient([brokenStream(eventOf('evt_1'))]);
  for await (const _change of client.changes.follow()) break;
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(timing.timers).toBe(0);
});

test('an aborted signal ends the delay before the next connection', async () => {
  const { client, timing } = stubbedClient([brokenStream(eventOf('evt_1'))]);
  const controller = new AbortController();
  const changes = client.changes.follow({}, { signal: controller.signal })[Symbol.asyncIterator]();
  await changes.next();
  const rejection = rejectionOf(changes.next());
  await timing.advance(500);
  controller.abort(new Error('No longer needed.'));
  expect(await rejection).toMatchObject({ name: 'AbortError', cause: { message: 'No longer needed.' } });
  expect(timing.timers).toBe(0);
});

test('a cursor that is too old rejects with a GoneError', async () => {
  const { client } = stubbedClient([jsonResponse(410, { message: 'Gone.', code: 'gone' })]);
  const changes = client.changes.follow({ cursor: 'old' })[Symbol.asyncIterator]();
  expect(await rejectionOf(changes.next())).toBeInstanceOf(GoneError);
});
