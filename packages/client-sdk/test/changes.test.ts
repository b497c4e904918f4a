import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Askwell, type ChangeEvent, GoneError, ValidationError } from '../src/index.js';
import { startFailingProxy } from './support/failing-proxy.js';
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

const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null } as const;

/** Returns the types of the events, with the IDs of what they are about. */
function shown(events: readonly ChangeEvent[]): string[] {
  return events.map(({ type, ask_id, answer_id }) => `${type} ${answer_id ?? ask_id}`);
}

describe('batch', () => {
  test('records many votes, and tells for each what became of it', async () => {
    const { id } = await askwell.polls.create(lunch);
    const results = await askwell.polls.votes.batch(id, [
      { choices: ['o1'], id: 'first', created_at: undefined },
      { choices: ['o1', 'o2'] },
      { choices: ['o2'] },
    ]);
    expect(results).toMatchObject([{ status: 201 }, { status: 422, code: 'invalid' }, { status: 201 }]);
    expect(await askwell.polls.results(id)).toMatchObject({ votes_count: 2 });
  });

  test('records all or none if it is atomic', async () => {
    const form = await askwell.forms.create({ title: 'F', fields: [{ type: 'number', label: 'N', min: 1 }] });
    const answers = [{ answers: { f1: 1 } }, { answers: { f1: 0 } }];
    const refused = await rejectionOf(askwell.forms.submissions.batch(form.id, answers, { atomic: true }));
    expect(refused).toBeInstanceOf(ValidationError);
    expect(refused).toHaveProperty('issues.0.path', 'answers.1.answers.f1');
    const quiz = await askwell.quizzes.create({
      title: 'Q',
      questions: [{ type: 'boolean', prompt: 'So?', answer: true }],
    });
    expect(await askwell.quizzes.attempts.batch(quiz.id, [{ answers: { q1: true } }])).toMatchObject([{ status: 201 }]);
    expect(await askwell.forms.results(form.id)).toMatchObject({ submissions_count: 0 });
  });
});

describe('changes', () => {
  test('are listed up to now, page by page, and continue from the last cursor', async () => {
    const { id } = await askwell.polls.create(lunch);
    await askwell.polls.votes.batch(
      id,
      Array.from({ length: 5 }, () => ({ choices: ['o1'] })),
    );
    const events = await askwell.changes.list({ ask: id, limit: 2 }).toArray();
    expect(events.map(({ type }) => type)).toEqual(['ask.created', ...Array(5).fill('answer.created')]);

    let cursor: string | null | undefined;
    for (let page = await askwell.changes.list({ ask: id }).page(); page; ) {
      cursor = page.meta.next_cursor;
      const next = await page.next();
      if (!next) break;
      page = next;
    }
    await askwell.polls.delete(id);
    const later = await askwell.changes.list({ ask: id, cursor: cursor ?? undefined }).toArray();
    expect(later.at(-1)).toMatchObject({ type: 'ask.deleted', data: null });
    const deletions = askwell.changes.list({
      types: ['ask.deleted', 'answer.deleted'],
      ask: id,
      cursor: cursor ?? undefined,
    });
    expect((await deletions.toArray()).map(({ type }) => type)).not.toContain('ask.created');
  });

  test('are followed as they happen', async () => {
    const { id } = await askwell.polls.create(lunch);
    const controller = new AbortController();
    const events: ChangeEvent[] = [];
    const stream = askwell.changes.follow({ ask: id }, { signal: controller.signal });
    for await (const event of stream) {
      events.push(event);
      if (event.type === 'ask.created') await askwell.polls.votes.create(id, { choices: ['o1'] });
      if (event.type === 'answer.created') await askwell.polls.votes.delete(id, event.answer_id);
      if (event.type === 'answer.deleted') break;
    }
    const vote = events.find(({ type }) => type === 'answer.created')?.answer_id;
    expect(shown(events)).toEqual([`ask.created ${id}`, `answer.created ${vote}`, `answer.deleted ${vote}`]);

    // The cursor continues with the event that was not finished.
    const again = askwell.changes.follow({ ask: id, cursor: stream.cursor });
    for await (const event of again) {
      expect(event.id).toBe(events.at(-1)?.id);
      break;
    }
  });

  test('are followed over connections that break, without a gap and without repetitions', async () => {
    const { id } = await askwell.polls.create(lunch);
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

  test('reject when they cannot be followed', async () => {
    expect(await rejectionOf(firstOf(askwell.changes.follow({ ask: 'poll_unknown' })))).toHaveProperty('status', 422);
    const gone = await startStub((_request, reply) => {
      reply.writeHead(410, { 'content-type': 'application/json' }).end('{"message": "Gone.", "code": "gone"}');
    });
    const client = new Askwell({ apiKey: key, baseUrl: gone.url });
    expect(await rejectionOf(firstOf(client.changes.follow({ cursor: 'old' })))).toBeInstanceOf(GoneError);
    await gone.close();
    const proxy = await startFailingProxy(server.url);
    await proxy.close();
    const refused = new Askwell({ apiKey: key, baseUrl: proxy.url, maxRetries: 0 });
    expect(await rejectionOf(firstOf(refused.changes.follow()))).toHaveProperty('connected', false);
  });
});

async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}

/** Reads a stream until it has this number of events, and returns the text. */
async function readUntil(response: Response, events: number): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader && text.split('\nevent: ').length + text.split('\n\nevent: ').length - 2 < events) {
    const { value = '', done } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader?.cancel();
  return text;
}
