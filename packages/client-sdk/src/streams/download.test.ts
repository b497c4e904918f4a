import { expect, test, vi } from 'vitest';
import { rejectionOf } from '../../test/support/rejection.js';
import { stubbedClient } from '../../test/support/stub-fetch.js';
import { ConnectionError, TimeoutError } from '../index.js';

/** Returns a response whose body sends each chunk when it is read. Unless `isComplete`, the body never ends. */
function file(chunks: readonly (string | Error)[], isComplete: boolean): Response {
  const queue = [...chunks];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = queue.shift();
        if (chunk instanceof Error) controller.error(chunk);
        else if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
        else if (isComplete) controller.close();
        else return new Promise<void>(() => {});
        return undefined;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'content-disposition': 'attachment; filename="votes.csv"' } });
}

/** Returns a `fetch` whose response body fails when the request is aborted. */
function abortable(response: Response) {
  return async (_url: string, { signal }: { signal: AbortSignal }): Promise<Response> => {
    const transform = new TransformStream();
    response.body?.pipeTo(transform.writable, { signal }).catch(() => {});
    return new Response(transform.readable, { headers: response.headers });
  };
}

test('the timeout does not count the time of a slow reader', async () => {
  const { client, timing } = stubbedClient([file(['id\n', 'vote_1\n', 'vote_2\n'], true)], { timeout: 1_000 });
  const download = await client.polls.votes.csv('poll_1');
  expect(download.filename).toBe('votes.csv');
  let text = '';
  for await (const chunk of download) {
    text += new TextDecoder().decode(chunk);
    await timing.advance(60_000);
  }
  expect(text).toBe('id\nvote_1\nvote_2\n');
  expect(timing.timers).toBe(0);
});

test('the timeout applies to each chunk', async () => {
  const { client, timing } = stubbedClient([abortable(file(['id\n'], false))], { timeout: 1_000 });
  const download = await client.polls.votes.csv('poll_1');
  const rejection = rejectionOf(download.text());
  await timing.advance(1_000);
  expect(await rejection).toBeInstanceOf(TimeoutError);
  expect(timing.timers).toBe(0);
});

test('rejects with a ConnectionError if the connection breaks before the end', async () => {
  const { client } = stubbedClient([file(['{"id":"vote_1"}\n', new TypeError('terminated')], false)]);
  const ids: string[] = [];
  const reading = (async () => {
    for await (const { id } of await client.polls.votes.jsonl('poll_1')) ids.push(id);
  })();
  expect(await rejectionOf(reading)).toBeInstanceOf(ConnectionError);
  expect(ids).toEqual(['vote_1']);
});

test('rejects if a line is not JSON', async () => {
  const { client } = stubbedClient([file(['<h1>Hello</h1>'], true)]);
  const lines = await client.polls.votes.jsonl('poll_1');
  const next = lines[Symbol.asyncIterator]().next();
  expect(await rejectionOf(next)).toHaveProperty('message', 'The response is not JSON Lines.');
});

test('cancels the body when the reader stops early', async () => {
  const cancel = vi.fn();
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('{}\n')),
    cancel,
  });
  const { client, timing } = stubbedClient([new Response(body)]);
  for await (const _vote of await client.polls.votes.jsonl('poll_1')) break;
  expect(cancel).toHaveBeenCalledTimes(1);
  expect(timing.timers).toBe(0);
});
