import { afterAll, beforeAll, expect, test } from 'vitest';
import { Askwell, type ChangeEvent } from '../src/index.js';
import { startServer, type TestServer } from './support/server.js';

let server: TestServer;
let askwell: Askwell;

beforeAll(async () => {
  server = await startServer();
  askwell = new Askwell({ apiKey: await server.createKey('Changes'), baseUrl: server.url });
});
afterAll(() => server.close());

/** Returns the types of the events, with the IDs of the polls, quizzes, forms or answers. */
function shown(events: readonly ChangeEvent[]): string[] {
  return events.map(({ type, ask_id, answer_id }) => `${type} ${answer_id ?? ask_id}`);
}

test('changes are followed as they happen', async () => {
  const { id } = await askwell.polls.create({ title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null });
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
