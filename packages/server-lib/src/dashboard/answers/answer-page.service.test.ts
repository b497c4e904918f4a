import { afterAll, describe, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import {
  answerIdsIn,
  answersPath,
  formIn,
  linkIn,
  startAnswerPages,
} from '../../../test/support/browser/answer-pages.js';
import { createFormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { selectAnswers } from '../../core/answers/answer-queries.js';
import { everyAnswer } from '../../core/answers/answer-selection.js';
import { Scope } from '../../owners/access/scope.js';

const { server, owner, key, account, createPoll, votesOf } = await startAnswerPages();
afterAll(() => server.close());

describe('the page of an answer', () => {
  test('shows all fields in order, the visitor, and the answers next to it', async () => {
    const { poll, ids } = await createPoll([
      ['o1', 'Ann'],
      ['o2', 'Ben'],
      ['o1', 'Cid'],
    ]);
    const page = await owner.open(`${answersPath(poll)}/${ids[1]}`);
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toMatch(
      /Choice Salad Language Not known Visitor [0-9a-f]{32} All answers of this visitor Answer ID vote_/,
    );
    expect(linkIn(page, 'prev')).toBe(`${answersPath(poll)}/${ids[2]}`);
    expect(linkIn(page, 'next')).toBe(`${answersPath(poll)}/${ids[0]}`);
    const visitor = /href="([^"]*voter_ref=[^"]*)"/.exec(page.text)?.[1] ?? '';
    expect(answerIdsIn(await owner.open(visitor))).toEqual([ids[1]]);
  });

  test('links to the next and the previous of the filtered answers', async () => {
    const { poll, ids } = await createPoll([
      ['o1', 'Ann'],
      ['o2', 'Ben'],
      ['o1', 'Cid'],
    ]);
    const filter = '?field=choices&operator=is&value=soup';
    const list = await owner.open(`${answersPath(poll)}${filter}`);
    expect(answerIdsIn(list)).toEqual([ids[2], ids[0]]);
    const page = await owner.open(`${answersPath(poll)}/${ids[2]}${filter}`);
    expect([linkIn(page, 'prev'), linkIn(page, 'next')]).toEqual([
      undefined,
      `${answersPath(poll)}/${ids[0]}${filter}`,
    ]);
  });

  test('shows the texts of visitors as text', async () => {
    const form = await createAsk(server, key, 'forms', {
      fields: [{ type: 'long_text', label: '<i>What</i>?' }],
    });
    const { id } = await server.askwell.forms.submit(form, { answers: { f1: '<script>alert(1)</script>\nline' } });
    for (const path of [answersPath(form), `${answersPath(form)}/${id}`, '/dashboard/answers']) {
      const { text } = await owner.open(path);
      expect(text).toContain('&lt;script&gt;');
      expect(text).not.toMatch(/<script>alert|<i>What/);
    }
  });

  test('names the fields to which placeholders refer, and shows the ending as the visitor saw it', async () => {
    const form = await createAsk(server, key, 'forms', {
      fields: [
        { id: 'name', type: 'short_text', label: 'Your **name**' },
        { id: 'food', type: 'short_text', label: 'What do you eat, {{name|friend}}?' },
      ],
      endings: [{ id: 'bye', title: 'Bye, {{name|friend}}!' }],
    });
    const submit = async (answers: Record<string, string>) => (await server.askwell.forms.submit(form, { answers })).id;
    const [named, unnamed] = [await submit({ name: 'Ann', food: 'Soup' }), await submit({ food: 'Rice' })];
    const words = async (path: string) => wordsOf(await owner.open(path));
    expect(await words(`${answersPath(form)}/${named}`)).toContain(
      'What do you eat, ‹Your name›? Soup Ending Bye, Ann! Outcome Completed',
    );
    expect(await words(`${answersPath(form)}/${unnamed}`)).toContain('Ending Bye, friend!');
    expect(await words(answersPath(form))).toContain('What do you eat, ‹Your name›?');
    expect((await owner.open(answersPath(form))).text).not.toContain('{{name');
    const filter = '?field=ending&operator=is&value=';
    for (const value of ['bye', 'Bye, ‹Your name›!', 'bye, ann!'])
      expect(answerIdsIn(await owner.open(answersPath(form) + filter + encodeURIComponent(value)))).toContain(named);
  });

  test.each(['vote_00000000000000000000', 'vote_x', 'submission_00000000000000000000', '%00'])(
    'is not found for the ID %s',
    async (id) => {
      const { poll } = await createPoll([]);
      expect((await owner.open(`${answersPath(poll)}/${id}`)).status).toBe(404);
    },
  );
});

describe('tags and notes', () => {
  test('are shown with the answer and in the table, and can be searched', async () => {
    const { poll, ids } = await createPoll([
      ['o1', 'Ann'],
      ['o2', 'Ben'],
    ]);
    const path = `${answersPath(poll)}/${ids[0]}`;
    const saved = await owner.submit(`${path}/note?q=x`, {
      tags: ' Follow  up, <b>hot</b>\n,Follow up',
      note: 'Call\r\nback',
    });
    expect([saved.status, saved.location]).toEqual([303, `${path}?q=x&notice=note-saved`]);
    const page = await owner.open(path);
    expect(page.text).toContain('value="Follow up, &lt;b&gt;hot&lt;/b&gt;"');
    expect(page.text).toContain('Call\nback</textarea>');
    expect(wordsOf(await owner.open(answersPath(poll)))).toMatch(/Soup Time .* Tags Follow up <b>hot<\/b>/);
    for (const filter of [
      'tag=follow+up',
      'q=call',
      'field=.tags&operator=is&value=FOLLOW+UP',
      'field=.note&operator=answered',
    ]) {
      expect(answerIdsIn(await owner.open(`${answersPath(poll)}?${filter}`))).toEqual([ids[0]]);
    }
    await owner.submit(`${path}/note`, { tags: '', note: '' });
    expect(answerIdsIn(await owner.open(`${answersPath(poll)}?tag=follow+up`))).toEqual([]);
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
    const reply = await owner.submit(`${answersPath(poll)}/${ids[0]}/note`, fields);
    expect(reply.status).toBe(status);
  });

  test('say that the limit of the length is one of each tag', async () => {
    const { poll, ids } = await createPoll([['o1', 'Ann']]);
    const tags = `short, ${'x'.repeat(41)}`;
    const reply = await owner.submit(`${answersPath(poll)}/${ids[0]}/note`, { tags, note: '' });
    expect(wordsOf(reply)).toContain('Use at most 40 characters for each tag.');
  });

  test('are deleted with the answer', async () => {
    const { poll, ids } = await createPoll([
      ['o1', 'Ann'],
      ['o1', 'Ben'],
    ]);
    for (const id of ids) await owner.submit(`${answersPath(poll)}/${id}/note`, { tags: 'kept', note: '' });
    const notes = async () => {
      const { find } = server.services.polls.asks;
      const { ask } =
        (await find(Scope.grant(account.id, null), poll)) ?? expect.unreachable('The poll was just made.');
      const page = { after: null, limit: 10, order: 'asc' } as const;
      return (await server.services.store.read(selectAnswers(ask.seq, everyAnswer, page, { notes: 'only' }))).length;
    };
    expect(await notes()).toBe(2);
    await owner.submit(`${answersPath(poll)}/${ids[0]}/delete`);
    expect(await notes()).toBe(1);
    await owner.submit(`${answersPath(poll)}/delete`, { all: 'true' });
    expect(await notes()).toBe(0);
  });
});

describe('deleting', () => {
  test('one answer removes it from the results', async () => {
    const { poll, ids } = await createPoll([
      ['o1', 'Ann'],
      ['o2', 'Ben'],
    ]);
    const path = `${answersPath(poll)}/${ids[0]}/delete`;
    const reply = await owner.submit(path);
    expect([reply.status, reply.location]).toEqual([303, `${answersPath(poll)}?notice=answer-deleted`]);
    expect(await votesOf(poll)).toEqual([0, 1]);
    expect((await owner.submit(path)).status).toBe(404);
    expect((await owner.open(`${answersPath(poll)}/${ids[0]}`)).status).toBe(404);
  });

  test('selected answers asks for confirmation first', async () => {
    const { poll, ids } = await createPoll([
      ['o1', 'Ann'],
      ['o2', 'Ben'],
      ['o2', 'Cid'],
    ]);
    const page = await owner.open(`${answersPath(poll)}/delete?answer=${ids[0]}&answer=${ids[1]}`);
    expect(wordsOf(page)).toMatch(
      /Delete 2 answers\? .*Choice: Soup .*Choice: Salad .*The results no longer count them/,
    );
    const selected = answerIdsIn(page).map((id) => ['answer', id] as const);
    expect(await votesOf(poll)).toEqual([1, 2]);
    expect((await owner.submit(`${answersPath(poll)}/delete`, selected)).status).toBe(303);
    expect(await votesOf(poll)).toEqual([0, 1]);
    const again = await owner.submit(`${answersPath(poll)}/delete?sort=oldest`, selected);
    expect([again.status, again.location]).toEqual([303, `${answersPath(poll)}?sort=oldest&notice=answers-gone`]);
    const list = await owner.open(again.location ?? '');
    expect(wordsOf(list)).toContain('Nothing was left to delete.');
    expect(answerIdsIn(list)).toEqual([ids[2]]);
    expect(await votesOf(poll)).toEqual([0, 1]);
    expect(wordsOf(await owner.open(`${answersPath(poll)}/delete`))).toContain('No answers selected');
  });

  test('all answers of a visitor, and all answers', async () => {
    const quiz = await createAsk(server, key, 'quizzes', { one_per: 'browser', max_attempts: 200 });
    for (let nth = 0; nth < 120; nth++) {
      await server.askwell.quizzes.attempt(quiz, { answers: { q1: true } }, { id: nth % 10 === 0 ? 'Ben' : 'Ann' });
    }
    const attempt = async () =>
      Object(
        await (
          await server.fetch(`${server.url}/api/v1/quizzes/${quiz}/attempts?limit=1`, { headers: { 'x-api-key': key } })
        ).json(),
      ).data[0];
    const { voter_ref } = await attempt();
    const matching = `voter_ref=${voter_ref}&matching=true`;
    const page = await owner.open(`${answersPath(quiz)}/delete?${matching}`);
    expect(wordsOf(page)).toContain('Delete 108 answers?');
    const done = await owner.submit(...formIn(page, 'Delete 108 answers'));
    expect(done.location).toContain('notice=answers-deleted&changed=108');
    const rest = await owner.open(answersPath(quiz));
    expect(answerIdsIn(rest)).toHaveLength(12);
    expect(answerIdsIn(await owner.open(`${answersPath(quiz)}?voter_ref=${voter_ref}`))).toEqual([]);
    expect((await owner.submit(`${answersPath(quiz)}/delete`, { all: 'true' })).status).toBe(303);
    expect(wordsOf(await owner.open(answersPath(quiz)))).toContain('No answers yet');
  });

  test('without selected answers is refused', async () => {
    const { poll } = await createPoll([['o1', 'Ann']]);
    expect((await owner.submit(`${answersPath(poll)}/delete`)).status).toBe(404);
    expect(await votesOf(poll)).toEqual([1, 0]);
  });
});

test('forms of other sites, strangers and other owners change nothing', async () => {
  const { poll, ids } = await createPoll([['o1', 'Ann']]);
  const forms: [string, Record<string, string>][] = [
    [`${answersPath(poll)}/${ids[0]}/delete`, {}],
    [`${answersPath(poll)}/${ids[0]}/note`, { tags: 'a', note: '' }],
    [`${answersPath(poll)}/delete`, { all: 'true' }],
    [`${answersPath(poll)}/actions`, { do: 'add', tags: 'a', answer: ids[0] ?? '' }],
    [`${answersPath(poll)}/actions`, { do: 'add', tags: 'a', scope: 'matching' }],
    [`${answersPath(poll)}/matching`, { do: 'delete', up_to: 'z'.repeat(20) }],
  ];
  const other = await createOwner(server.services);
  const theirs = createFormBrowser(server);
  await theirs.submit('/login', { email: other.email, password: other.password });
  for (const [path, fields] of forms) {
    expect((await owner.submit(path, fields, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await createFormBrowser(server).submit(path, fields)).location).toBe('/login');
    expect((await theirs.submit(path, fields)).status).toBe(404);
  }
  for (const path of ['', `/${ids[0]}`, '/delete?all=true', '/delete?q=a&matching=true', '/export?format=csv']) {
    expect((await theirs.open(`${answersPath(poll)}${path}`)).status).toBe(404);
    expect((await createFormBrowser(server).open(`${answersPath(poll)}${path}`)).status).toBe(303);
  }
  expect(await votesOf(poll)).toEqual([1, 0]);
  expect(wordsOf(await owner.open(answersPath(poll)))).not.toContain('Tags a');
});
