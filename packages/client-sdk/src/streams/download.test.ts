import { expect, test, vi } from 'vitest';
import { fakeTime } from '../../test/support/fake-time.js';
import { refusal } from '../../test/support/refusal.js';
import { stubbedClient } from '../../test/support/stub-fetch.js';
import { ConnectionError, TimeoutError } from '../index.js';

fakeTime();

/** A file that comes in pieces, each when it is asked for; what is missing never comes. */
function file(pieces: readonly (string | Error)[], isWhole: boolean): Response {
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = left.shift();
        if (piece instanceof Error) controller.error(piece);
        else if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
        else if (isWhole) controller.close();
        else return new Promise<void>(() => {});
        return undefined;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'content-disposition': 'attachment; filename="votes.csv"' } });
}

/** Ends a stream as `fetch` does when it is given up. */
function endedBy(response: Response) {
  return async (_url: string, { signal }: { signal: AbortSignal }): Promise<Response> => {
    const through = new TransformStream();
    response.body?.pipeTo(through.writable, { signal }).catch(() => {});
    return new Response(through.readable, { headers: response.headers });
  };
}

test('the reader may take all the time it wants', async () => {
  const { client } = stubbedClient([file(['id\n', 'vote_1\n', 'vote_2\n'], true)], { timeout: 1_000 });
  const download = await client.polls.votes.csv('poll_1');
  expect(download.filename).toBe('votes.csv');
  let text = '';
  for await (const chunk of download) {
    text += new TextDecoder().decode(chunk);
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(text).toBe('id\nvote_1\nvote_2\n');
  expect(vi.getTimerCount()).toBe(0);
});

test('the server has the timeout for each piece', async () => {
  const { client } = stubbedClient([endedBy(file(['id\n'], false))], { timeout: 1_000 });
  const download = await client.polls.votes.csv('poll_1');
  const failed = refusal(download.text());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await failed).toBeInstanceOf(TimeoutError);
  expect(vi.getTimerCount()).toBe(0);
});

test('a connection that breaks midway is told as such, and no part is taken for the whole', async () => {
  const { client } = stubbedClient([file(['{"id":"vote_1"}\n', new TypeError('terminated')], false)]);
  const read: string[] = [];
  const reading = (async () => {
    for await (const { id } of await client.polls.votes.jsonl('poll_1')) read.push(id);
  })();
  expect(await refusal(reading)).toBeInstanceOf(ConnectionError);
  expect(read).toEqual(['vote_1']);
});

test('a line that is no JSON is told as such', async () => {
  const { client } = stubbedClient([file(['<h1>Hello</h1>'], true)]);
  const lines = await client.polls.votes.jsonl('poll_1');
  const next = lines[Symbol.asyncIterator]().next();
  expect(await refusal(next)).toHaveProperty('message', 'The response is not JSON Lines.');
});

test('a reader that stops early lets the rest go', async () => {
  const cancel = vi.fn();
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('{}\n')),
    cancel,
  });
  const { client } = stubbedClient([new Response(body)]);
  for await (const _vote of await client.polls.votes.jsonl('poll_1')) break;
  expect(cancel).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
