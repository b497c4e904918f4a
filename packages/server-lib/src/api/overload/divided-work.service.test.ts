import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { createFormBrowser, type FormBrowser } from '../../../test/support/browser/form-browser.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { systemClock } from '../../base/clock.js';
import { nextTurn, ownWork, setImmediate } from '../../base/event-loop.js';
import { Html } from '../../base/html.js';
import { formInsights } from '../../dashboard/results/form-insights.js';
import { form } from '../../kinds/form/form-kind.js';
import { quiz } from '../../kinds/quiz/quiz-kind.js';

let server: TestServer;
let key: string;
let owner: FormBrowser;
beforeAll(async () => {
  server = await startService();
  const account = await createOwner(server.services);
  key = await account.key();
  owner = createFormBrowser(server);
  await owner.submit('/login', { email: account.email, password: account.password });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

/** Returns a function that notes the current turn of the event loop, and the number of turns that were noted. */
function countTurns() {
  const noted = new Set<number>();
  let turn = 0;
  let isRunning = true;
  const next = (): void => {
    turn++;
    if (isRunning) setImmediate(next);
  };
  setImmediate(next);
  return {
    note: () => void noted.add(turn),
    stop() {
      isRunning = false;
      return noted.size;
    },
  };
}

/**
 * Advances the clock by some milliseconds each time it is read, so that each piece takes the time of a turn. Starts in a new turn: the
 * current one may have begun on a clock that an earlier call had advanced, and would have time until the real clock catches up.
 */
async function slowDown(): Promise<void> {
  await nextTurn(ownWork);
  let now = systemClock.elapsed();
  vi.spyOn(systemClock, 'elapsed').mockImplementation(() => {
    now += 3;
    return now;
  });
}

const matchCount = 200;
const ids = (letter: string) => Array.from({ length: matchCount }, (_, at) => `${letter}${at + 1}`);
const pairs = Object.fromEntries(ids('o').map((id, at) => [id, `t${at + 1}`]));
const largeQuiz = {
  questions: Array.from({ length: 20 }, () => ({
    type: 'match',
    prompt: 'Match',
    options: ids('o').map(() => 'o'),
    targets: ids('t').map(() => 't'),
    answer: pairs,
  })),
};
const largeAnswers = Object.fromEntries(largeQuiz.questions.map((_, at) => [`q${at + 1}`, pairs]));

/** Sends a batch of attempts, and returns in how many turns they were checked. */
async function turnsOfBatch(id: string, count: number, answers: object): Promise<number> {
  const turns = countTurns();
  const check = quiz.checkAnswer;
  vi.spyOn(quiz, 'checkAnswer').mockImplementation((...args) => {
    turns.note();
    return check(...args);
  });
  const body = { answers: Array.from({ length: count }, () => ({ answers })) };
  const reply = await call(server, 'POST', `/api/v1/quizzes/${id}/attempts/batch`, { key, body });
  expect(reply.status).toBe(200);
  return turns.stop();
}

describe('a batch', () => {
  test('a batch of the largest answers is checked answer by answer', async () => {
    const id = await createAsk(server, key, 'quizzes', largeQuiz);
    expect(await turnsOfBatch(id, 4, largeAnswers)).toBe(4);
  });

  test('a batch of short answers is checked in slices', async () => {
    const id = await createAsk(server, key, 'quizzes', {});
    expect(await turnsOfBatch(id, 25, { q1: true })).toBe(1);
  });
});

test('a page reads large answers in several turns', async () => {
  const id = await createAsk(server, key, 'quizzes', largeQuiz);
  for (let nth = 0; nth < 5; nth++) await server.askwell.quizzes.attempt(id, { answers: largeAnswers });
  const turns = countTurns();
  const columns = quiz.columns;
  vi.spyOn(quiz, 'columns').mockImplementation((own) =>
    columns(own).map((column) => ({
      ...column,
      read(body) {
        turns.note();
        return column.read(body);
      },
    })),
  );
  await slowDown();
  const page = await owner.open(`/dashboard/asks/${id}/answers`);
  expect(page.text.match(/name="answer"/g)).toHaveLength(5);
  expect(turns.stop()).toBeGreaterThan(2);
});

test('the column that leads to answers is found in several turns', async () => {
  const id = await createAsk(server, key, 'quizzes', largeQuiz);
  for (let nth = 0; nth < 5; nth++) await server.askwell.quizzes.attempt(id, { answers: largeAnswers });
  const turns = countTurns();
  let reads = 0;
  const columns = quiz.columns;
  vi.spyOn(quiz, 'columns').mockImplementation((own) =>
    columns(own).map((column) => ({
      ...column,
      read() {
        // The rows read the columns again.
        if (reads++ < 5) turns.note();
        return null;
      },
    })),
  );
  await slowDown();
  expect((await owner.open(`/dashboard/asks/${id}/answers`)).status).toBe(200);
  expect(turns.stop()).toBeGreaterThan(2);
});

describe('a page with many conditions', () => {
  const fields = Array.from({ length: 20 }, (_, at) => ({
    type: 'single_choice',
    label: `Field ${at}`,
    options: ['a', 'b'],
    ...(at > 0 && { show_if: { field: `f${at}`, is: 'o1' } }),
  }));
  /** Calls a function for each block that a page renders. */
  function onBlock(listener: () => void): void {
    const render = Html.block;
    vi.spyOn(Html, 'block').mockImplementation((name, id, values, content) =>
      render(name, id, values, (shown) => {
        listener();
        return content(shown);
      }),
    );
  }

  test('is rendered in several turns', async () => {
    const id = await createAsk(server, key, 'forms', { fields });
    const turns = countTurns();
    onBlock(turns.note);
    await slowDown();
    const page = await owner.open(`/dashboard/asks/${id}/logic?try=1`);
    expect(page.text.match(/<li class="flow-field/g)).toHaveLength(20);
    expect(turns.stop()).toBeGreaterThan(5);
  });

  test('is not rendered further when its client disconnects', async () => {
    const id = await createAsk(server, key, 'forms', { fields });
    const client = new AbortController();
    let rendered = 0;
    onBlock(() => {
      rendered++;
      client.abort();
    });
    await slowDown();
    const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
    const url = `${server.url}/dashboard/asks/${id}/logic`;
    await server.fetch(url, { headers: { cookie }, signal: client.signal }).catch(() => {});
    expect(rendered).toBe(1);
  });
});

test('results of an account are rendered one page at a time', async () => {
  const fields = Array.from({ length: 20 }, (_, at) => ({ type: 'consent', label: `Field ${at}` }));
  const id = await createAsk(server, key, 'forms', { fields });
  await server.askwell.forms.submissions.create(id, { answers: { f1: true } });
  const lazy = Html.lazy;
  const mostWaiting = async (pages: number): Promise<number> => {
    let [waiting, most] = [0, 0];
    vi.spyOn(Html, 'lazy').mockImplementation((render) => {
      most = Math.max(most, ++waiting);
      return lazy(() => {
        waiting--;
        return render();
      });
    });
    await slowDown();
    const open = async () => expect((await owner.open(`/dashboard/asks/${id}/results`)).status).toBe(200);
    await Promise.all(Array.from({ length: pages }, open));
    vi.restoreAllMocks();
    return most;
  };
  const ofOne = await mostWaiting(1);
  expect(ofOne).toBeGreaterThan(15);
  expect(await mostWaiting(4)).toBe(ofOne);
});

test('warnings are found in several turns', async () => {
  const rules = Array.from({ length: 40 }, (_, at) => ({ when: { field: 'f1', is: `${at}` }, set: at }));
  const variables = [{ id: 'v', type: 'number', value: 0, rules }];
  const id = await createAsk(server, key, 'forms', { fields: [{ type: 'short_text', label: 'x' }], variables });
  const turns = countTurns();
  const find = form.findWarnings;
  vi.spyOn(form, 'findWarnings').mockImplementation(async (ask, search) => {
    const found = find?.(ask, {
      ...search,
      nextTurn: () => {
        turns.note();
        return search.nextTurn();
      },
    });
    return (await found) ?? [];
  });
  await slowDown();
  const reply = await call(server, 'GET', `/api/v1/forms/${id}/warnings`, { key });
  expect(reply.status).toBe(200);
  expect(turns.stop()).toBeGreaterThan(10);
});

test('changes read definitions in several turns', async () => {
  const forms: string[] = [];
  for (let nth = 0; nth < 5; nth++) forms.push(await createAsk(server, key, 'forms', {}));
  const turnsOf = async (path: string) => {
    const turns = countTurns();
    const show = form.show;
    vi.spyOn(form, 'show').mockImplementation((own) => {
      turns.note();
      return show(own);
    });
    await slowDown();
    const reply = await call(server, 'GET', path, { key });
    vi.restoreAllMocks();
    expect([reply.status, forms.filter((id) => reply.text.includes(id))]).toEqual([200, forms]);
    return { turns: turns.stop(), next: /"next_cursor":"([^"]*)"/.exec(reply.text)?.[1] ?? '' };
  };
  const snapshot = await turnsOf('/api/v1/changes');
  expect(snapshot.turns).toBeGreaterThan(2);
  for (const id of forms) await call(server, 'PATCH', `/api/v1/forms/${id}`, { key, body: { title: 'Another title' } });
  expect((await turnsOf(`/api/v1/changes?cursor=${snapshot.next}`)).turns).toBeGreaterThan(2);
});

test('columns and choices are computed only for the pages that show them', async () => {
  const id = await createAsk(server, key, 'forms', {});
  const [columns, choices] = [vi.spyOn(form, 'columns'), vi.spyOn(formInsights, 'choices')];
  const made = async (tab: string) => {
    columns.mockClear();
    choices.mockClear();
    expect((await owner.open(`/dashboard/asks/${id}/${tab}`)).status).toBe(200);
    return [columns.mock.calls.length, choices.mock.calls.length];
  };
  for (const tab of ['edit', 'settings', 'design', 'code', 'share', 'logic'])
    expect(await made(tab), tab).toEqual([0, 0]);
  expect((await made('results'))[1]).toBe(1);
  const [columnsMade = 0, choicesMade] = await made('answers');
  expect(columnsMade).toBeGreaterThan(0);
  expect(choicesMade).toBe(0);
});
