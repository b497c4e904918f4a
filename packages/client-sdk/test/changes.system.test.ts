import { afterAll, beforeAll, expect, test } from 'vitest';
import { Askwell, type ChangeEvent } from '../src/index.js';
import { rejectionOf } from './support/rejection.js';
import { startServer, type TestServer } from './support/server.js';
import { startStub } from './support/stub-server.js';

let server: TestServer;
let askwell: Askwell;
let key: string;

beforeAll(async () => {
  server = await startServer();
  key = await server.createKey('Changes');
  askwell = new Askwell({ apiKey: key, baseUrl: server.url });
});
afterAll(() => server.close());

/** Returns the types of the events, with the IDs of the polls, quizzes, forms or answers. */
function shown(events: readonly ChangeEvent[]): string[] {
  return events.map(({ type, ask_id, answer_id }) => `${type} ${answer_id ?? ask_id}`);
}

test('changes are followed over connections that break, without a gap and without repetitions', async () => {
  const { id } = await askwell.polls.create({ title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null });
  await askwell.polls.votes.batch(
    id,
    Array.from({ length: 20 }, () => ({ choices: ['o1'] })),
  );
  const expected = shown(await askwell.changes.list({ ask: id }).toArray());
  const response = await fetch(`${server.url}/api/v1/changes?ask=${id}`, {
    headers: { 'x-api-key': key, accept: 'text/event-stream' },
  });
  const first = await readUntil(response, expected.length);
  let connections = 0;
  const cursors: (string | null)[] = [];
  const breaking = await startStub((request, reply) => {
    cursors.push(new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('cursor'));
    reply.setHeader('content-type', 'text/event-stream');
    // The first connections break in the middle of an event.
    const isCut = ++connections <= 2;
    reply.write(isCut ? first.slice(0, (first.length / 3) * connections) : first);
    if (isCut) setImmediate(() => request.socket.resetAndDestroy());
  });
  const events: ChangeEvent[] = [];
  for await (const event of new Askwell({ apiKey: key, baseUrl: breaking.url }).changes.follow()) {
    if (events.push(event) === expected.length) break;
  }
  await breaking.close();
  expect(shown(events)).toEqual(expected);
  expect(cursors).toEqual([null, null, null]);
});

test('following changes rejects if the server cannot be reached', async () => {
  const stub = await startStub(() => {});
  await stub.close();
  const { changes } = new Askwell({ apiKey: key, baseUrl: stub.url, maxRetries: 0 });
  expect(await rejectionOf(changes.follow()[Symbol.asyncIterator]().next())).toHaveProperty('connected', false);
});

/** Reads a stream until it has this number of events, and returns the text. */
async function readUntil(response: Response, events: number): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const isComplete = () => text.endsWith('\n\n') && (text.match(/^event: /gm)?.length ?? 0) >= events;
  while (reader && !isComplete()) {
    const { value = '', done } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader?.cancel();
  return text;
}
