import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAsk } from '../../../../test/support/asks/create-ask.js';
import {
  createFormBrowser,
  type FormBrowser,
  makeKey,
  type Page,
  register,
  wordsOf,
} from '../../../../test/support/browser/form-browser.js';
import { createOwner } from '../../../../test/support/servers/create-owner.js';
import { startServer, type TestServer } from '../../../../test/support/servers/start-server.js';
import { Scope } from '../../../access/scope.js';

let server: TestServer;
let owner: FormBrowser;
let key: string;
beforeAll(async () => {
  server = await startServer();
  owner = createFormBrowser(server.url);
  await register(owner);
  key = await makeKey(owner, { name: 'Test' });
});
afterAll(() => server.close());

const pathOf = (id: string) => `/dashboard/asks/${id}/answers`;
const linkWith = ({ text }: Page, rel: string) =>
  new RegExp(`href="([^"]+)" rel="${rel}"`).exec(text)?.[1]?.replaceAll('&amp;', '&');
const idsOf = ({ text }: Page) => [...text.matchAll(/name="answer" value="(\w+)"/g)].map(([, id]) => id ?? '');

/** Creates a poll with votes for options, by visitors. */
async function createPoll(votes: readonly (readonly [option: string, visitor: string])[]) {
  const poll = await createAsk(server, key, 'polls', { one_per: 'browser' });
  const ids: string[] = [];
  for (const [option, visitor] of votes) {
    ids.push((await server.askwell.polls.vote(poll, { choices: [option] }, { id: visitor })).id);
  }
  return { poll, ids };
}

async function countsOf(poll: string): Promise<unknown> {
  const reply = await fetch(`${server.url}/api/v1/polls/${poll}/results`, { headers: { 'x-api-key': key } });
  return Object(await reply.json()).data.options.map(({ votes }: { votes: number }) => votes);
}

describe('the page of an answer', () => {
  test('shows all fields in order, the visitor, and the answers next to it', async () => {
    const { poll, ids } = await createPoll([
      ['o1', 'Ann'],
      ['o2', 'Ben'],
      ['o1', 'Cid'],
    ]);
    const page = await owner.open(`${pathOf(poll)}/${ids[1]}`);
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toMatch(/Choice Salad Visitor [0-9a-f]{32} All answers of this visitor Answer ID vote_/);
    expect(linkWith(page, 'prev')).toBe(`${pathOf(poll)}/${ids[2]}`);
    expect(linkWith(page, 'next')).toBe(`${pathOf(poll)}/${ids[0]}`);
    const visitor = /href="([^"]*voter_ref=[^"]*)"/.exec(page.text)?.[1] ?? '';
    expect(idsOf(await owner.open(visitor))).toEqual([ids[1]]);
  });

  test('leads on among the filtered answers', async () => {
    const { poll, ids } = await createPoll([
      ['o1', 'Ann'],
      ['o2', 'Ben'],
      ['o1', 'Cid'],
    ]);
    const filter = '?field=choices&operator=is&value=soup';
    const list = await owner.open(`${pathOf(poll)}${filter}`);
    expect(idsOf(list)).toEqual([ids[2], ids[0]]);
    const page = await owner.open(`${pathOf(poll)}/${ids[2]}${filter}`);
    expect([linkWith(page, 'prev'), linkWith(page, 'next')]).toEqual([undefined, `${pathOf(poll)}/${ids[0]}${filter}`]);
  });

  test('shows the texts of visitors as text', async () => {
    const form = await createAsk(server, key, 'forms', {
      fields: [{ type: 'long_text', label: '<i>What</i>?' }],
    });
    const { id } = await server.askwell.forms.submit(form, { answers: { f1: '<script>alert(1)</script>\nline' } });
    for (const path of [pathOf(form), `${pathOf(form)}/${id}`, '/dashboard/answers']) {
      const { text } = await owner.open(path);
      expect(text).toContain('&lt;script&gt;');
      expect(text).not.toMatch(/<script>alert|<i>What/);
    }
  });

  test.each(['vote_00000000000000000000', 'vote_x', 'submission_00000000000000000000', '%00'])(
    'is not found for the ID %s',
    async (id) => {
      const { poll } = await createPoll([]);
      expect((await owner.open(`${pathOf(poll)}/${id}`)).status).toBe(404);
    },
  );
});

describe('tags and notes', () => {
  test('are shown with the answer and in the table, and can be searched', async () => {
    const { poll, ids } = await createPoll([
      ['o1', 'Ann'],
      ['o2', 'Ben'],
    ]);
    const path = `${pathOf(poll)}/${ids[0]}`;
    const saved = await owner.submit(`${path}/note?q=x`, {
      tags: ' Follow  up, <b>hot</b>\n,Follow up',
      note: 'Call\r\nback',
    });
    expect([saved.status, saved.location]).toEqual([303, `${path}?q=x&notice=note-saved`]);
    const page = await owner.open(path);
    expect(page.text).toContain('value="Follow up, &lt;b&gt;hot&lt;/b&gt;"');
    expect(page.text).toContain('Call\nback</textarea>');
    expect(wordsOf(await owner.open(pathOf(poll)))).toMatch(/Choice Soup Tags Follow up <b>hot<\/b>/);
    for (const filter of [
      'tag=follow+up',
      'q=call',
      'field=.tags&operator=is&value=FOLLOW+UP',
      'field=.note&operator=answered',
    ]) {
      expect(idsOf(await owner.open(`${pathOf(poll)}?${filter}`))).toEqual([ids[0]]);
    }
    await owner.submit(`${path}/note`, { tags: '', note: '' });
    expect(idsOf(await owner.open(`${pathOf(poll)}?tag=follow+up`))).toEqual([]);
  });

  test.each([
    [{ tags: Array.from({ length: 21 }, (_, nth) => `t${nth}`).join(','), note: '' }, 422],
    [{ tags: Array.from({ length: 20 }, (_, nth) => `t${nth}`).join(','), note: '' }, 303],
    [{ tags: 'x'.repeat(41), note: '' }, 422],
    [{ tags: '🙂'.repeat(40), note: '🙂'.repeat(5_000) }, 303],
    [{ tags: '', note: 'x'.repeat(5_001) }, 422],
    [{ tags: 'a\0', note: '' }, 422],
    [{ tags: '', note: '', more: '' }, 422],
  ])('have limits (%#)', async (fields, status) => {
    const { poll, ids } = await createPoll([['o1', 'Ann']]);
    const reply = await owner.submit(`${pathOf(poll)}/${ids[0]}/note`, fields);
    expect(reply.status).toBe(status);
  });

  test('are deleted with the answer', async () => {
    const { poll, ids } = await createPoll([
      ['o1', 'Ann'],
      ['o1', 'Ben'],
    ]);
    for (const id of ids) await owner.submit(`${pathOf(poll)}/${id}/note`, { tags: 'kept', note: '' });
    const notes = async () => {
      const { find } = server.services.polls.asks;
      const session = await ownerSession();
      const { ask } = (await find(session.scope, poll)) ?? expect.unreachable('The poll was just made.');
      return (
        await server.services.polls.answers.listNoted(
          ask,
          { since: null, until: null, voter: null },
          { after: null, limit: 10, order: 'asc' },
          true,
        )
      ).length;
    };
    expect(await notes()).toBe(2);
    await owner.submit(`${pathOf(poll)}/${ids[0]}/delete`);
    expect(await notes()).toBe(1);
    await owner.submit(`${pathOf(poll)}/delete`, { all: 'true' });
    expect(await notes()).toBe(0);
  });
});

async function ownerSession() {
  const me = await fetch(`${server.url}/api/v1/me`, { headers: { 'x-api-key': key } });
  return { scope: Scope.grant(Object(await me.json()).data.id, null) };
}

describe('deleting', () => {
  test('one answer takes it from the results', async () => {
    const { poll, ids } = await createPoll([
      ['o1', 'Ann'],
      ['o2', 'Ben'],
    ]);
    const path = `${pathOf(poll)}/${ids[0]}/delete`;
    const reply = await owner.submit(path);
    expect([reply.status, reply.location]).toEqual([303, `${pathOf(poll)}?notice=answer-deleted`]);
    expect(await countsOf(poll)).toEqual([0, 1]);
    expect((await owner.submit(path)).status).toBe(404);
    expect((await owner.open(`${pathOf(poll)}/${ids[0]}`)).status).toBe(404);
  });

  test('selected answers asks for confirmation first', async () => {
    const { poll, ids } = await createPoll([
      ['o1', 'Ann'],
      ['o2', 'Ben'],
      ['o2', 'Cid'],
    ]);
    const page = await owner.open(`${pathOf(poll)}/delete?answer=${ids[0]}&answer=${ids[1]}`);
    expect(wordsOf(page)).toMatch(/Delete 2 answers\? .*Choice Soup .*Choice Salad .*The results no longer count them/);
    const selected = [...page.text.matchAll(/name="answer" value="(\w+)"/g)].map(
      ([, id]) => ['answer', id ?? ''] as const,
    );
    expect(await countsOf(poll)).toEqual([1, 2]);
    expect((await owner.submit(`${pathOf(poll)}/delete`, selected)).status).toBe(303);
    expect(await countsOf(poll)).toEqual([0, 1]);
    expect((await owner.submit(`${pathOf(poll)}/delete`, selected)).status).toBe(404);
    expect(wordsOf(await owner.open(`${pathOf(poll)}/delete`))).toContain('No answers selected');
  });

  test('all answers of a visitor, and all answers', async () => {
    const quiz = await createAsk(server, key, 'quizzes', { one_per: 'browser', max_attempts: 200 });
    for (let nth = 0; nth < 120; nth++) {
      await server.askwell.quizzes.attempt(quiz, { answers: { q1: true } }, { id: nth % 10 === 0 ? 'Ben' : 'Ann' });
    }
    const attempt = async () =>
      Object(
        await (
          await fetch(`${server.url}/api/v1/quizzes/${quiz}/attempts?limit=1`, { headers: { 'x-api-key': key } })
        ).json(),
      ).data[0];
    const { voter_ref } = await attempt();
    expect(wordsOf(await owner.open(`${pathOf(quiz)}/delete?voter_ref=${voter_ref}`))).toContain(
      'Delete all answers of the visitor',
    );
    expect((await owner.submit(`${pathOf(quiz)}/delete`, { voter_ref })).status).toBe(303);
    const rest = await owner.open(pathOf(quiz));
    expect(idsOf(rest)).toHaveLength(12);
    expect(idsOf(await owner.open(`${pathOf(quiz)}?voter_ref=${voter_ref}`))).toEqual([]);
    expect((await owner.submit(`${pathOf(quiz)}/delete`, { all: 'true' })).status).toBe(303);
    expect(wordsOf(await owner.open(pathOf(quiz)))).toContain('No answers yet');
  });

  test('nothing is refused', async () => {
    const { poll } = await createPoll([['o1', 'Ann']]);
    expect((await owner.submit(`${pathOf(poll)}/delete`)).status).toBe(404);
    expect(await countsOf(poll)).toEqual([1, 0]);
  });
});

test('forms of other sites, strangers and other owners change nothing', async () => {
  const { poll, ids } = await createPoll([['o1', 'Ann']]);
  const forms: [string, Record<string, string>][] = [
    [`${pathOf(poll)}/${ids[0]}/delete`, {}],
    [`${pathOf(poll)}/${ids[0]}/note`, { tags: 'a', note: '' }],
    [`${pathOf(poll)}/delete`, { all: 'true' }],
  ];
  const other = await createOwner(server.services);
  const theirs = createFormBrowser(server.url);
  await theirs.submit('/login', { email: other.email, password: other.password });
  for (const [path, fields] of forms) {
    expect((await owner.submit(path, fields, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await createFormBrowser(server.url).submit(path, fields)).location).toBe('/login');
    expect((await theirs.submit(path, fields)).status).toBe(404);
  }
  for (const path of ['', `/${ids[0]}`, '/delete?all=true', '/export?format=csv']) {
    expect((await theirs.open(`${pathOf(poll)}${path}`)).status).toBe(404);
    expect((await createFormBrowser(server.url).open(`${pathOf(poll)}${path}`)).status).toBe(303);
  }
  expect(await countsOf(poll)).toEqual([1, 0]);
  expect(wordsOf(await owner.open(pathOf(poll)))).not.toContain('Tags a');
});
