import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Askwell, ValidationError } from '../src/index.js';
import { rejectionOf } from './support/rejection.js';
import { startService, type TestService } from './support/service.js';

let service: TestService;
let askwell: Askwell;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  askwell = await service.createClient();
});
afterAll(() => service.close());

const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null } as const;

describe('batch', () => {
  test('records many votes, and returns the outcome of each', async () => {
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

  test('reject when they cannot be followed', async () => {
    const changes = askwell.changes.follow({ ask: 'poll_unknown' });
    expect(await rejectionOf(changes[Symbol.asyncIterator]().next())).toHaveProperty('status', 422);
  });
});
