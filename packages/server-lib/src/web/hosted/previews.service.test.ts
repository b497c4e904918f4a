import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../test/support/browser/form-browser.js';
import { createHostedPageClient } from '../../../test/support/browser/hosted-page-client.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import { startService } from '../../../test/support/servers/start-service.js';

const services = useHostedPageServer();
const week = 7 * 24 * 3600 * 1_000;
const preview = 'This is a preview. Answers are not recorded.';

/** Creates a draft of each kind, and returns its preview link and the path of its public view. */
const kinds = {
  poll: async () => {
    const id = await services.hosted.poll({ status: 'draft', results_visibility: 'always' });
    return {
      id,
      view: `/embed/polls/${id}`,
      url: await services.server.askwell.polls.previewUrl(services.hosted.account, id),
    };
  },
  quiz: async () => {
    const id = await services.hosted.quiz({ status: 'draft', time_limit_seconds: 60 });
    const url = await services.server.askwell.quizzes.previewUrl(services.hosted.account, id);
    return { id, view: `/embed/quizzes/${id}`, url };
  },
  form: async () => {
    const id = await services.hosted.form({ status: 'draft' });
    return {
      id,
      view: `/embed/forms/${id}`,
      url: await services.server.askwell.forms.previewUrl(services.hosted.account, id),
    };
  },
};
const queryOf = (url: string) => url.slice(url.indexOf('?'));

/** Returns everything of a reply that a client can see, apart from its own request. */
async function read(path: string, id: string): Promise<unknown> {
  const reply = await services.server.fetch(services.server.url + path);
  const own = ['date', 'x-request-id', 'set-cookie'];
  const headers = [...reply.headers].filter(([name]) => !own.includes(name));
  return [reply.status, headers, (await reply.text()).replaceAll(id, '{id}')];
}

describe.each(['poll', 'quiz', 'form'] as const)('a draft of a %s', (kind) => {
  test('is shown to anyone with the preview link, for seven days', async () => {
    const { id, view, url } = await kinds[kind]();
    expect(url).toMatch(new RegExp(`^/p/${id}\\?preview=[A-Za-z0-9_-]{32}$`));
    const page = await services.hosted.visitor().open(url);
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toContain(preview);
    expect(page.text).toMatch(/<button class="button primary large" disabled>/);
    expect(wordsOf(page)).not.toContain('Preview link');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');

    const embedded = await services.server.fetch(`${services.server.url}${view}${queryOf(url)}`);
    expect(embedded.status).toBe(200);
    expect([embedded.headers.get('cache-control'), embedded.headers.get('etag')]).toEqual(['no-store', null]);
    const { data } = JSON.parse(await embedded.text());
    expect(data).toMatchObject({ results: null, [kind]: { id, status: 'draft', accepting: false } });

    services.now = services.start + week - 1;
    expect((await services.hosted.visitor().open(url)).status).toBe(200);
    services.now = services.start + week;
    expect((await services.hosted.visitor().open(url)).status).toBe(404);
    expect((await services.server.fetch(`${services.server.url}${view}${queryOf(url)}`)).status).toBe(404);
  });

  test('does not differ from an unknown ask without a valid link', async () => {
    const { id, view, url } = await kinds[kind]();
    const { url: other } = await kinds[kind]();
    const unknown = `${kind}_${'0'.repeat(20)}`;
    const last = url.at(-1) === 'A' ? 'Q' : 'A';
    const queries = ['', '?preview=', '?preview=x', queryOf(other), `${queryOf(url).slice(0, -1)}${last}`];
    for (const query of [...queries, `${queryOf(url)}&preview=x`, `${queryOf(url)}=`]) {
      for (const path of [`/p/${id}`, `/p/${id}/qr.svg`, `/p/${id}/start`, view, `${view}/live`]) {
        const found = await read(path + query, id);
        expect([path, query, found]).toEqual([path, query, await read(path.replace(id, unknown) + query, unknown)]);
        expect(found).toMatchObject({ 0: 404 });
      }
    }
  });

  test('accepts no answers', async () => {
    const { url } = await kinds[kind]();
    const visitor = services.hosted.visitor();
    const sent = await visitor.fill(await visitor.open(url), { choices: 'o1', f1: 'Visitor', q1: 'true' });
    expect(sent.status).toBe(404);
  });
});

describe('a preview', () => {
  test('of a quiz with a draw has all questions, and no keys', async () => {
    const questions = ['One', 'Two', 'Three'].map((prompt) => ({ type: 'boolean', prompt, answer: true }) as const);
    const id = await services.hosted.quiz({ status: 'draft', draw: 1, questions });
    const url = await services.server.askwell.quizzes.previewUrl(services.hosted.account, id);
    const text = await (
      await services.server.fetch(`${services.server.url}/embed/quizzes/${id}${queryOf(url)}`)
    ).text();
    const { data } = JSON.parse(text);
    expect(data.quiz.questions).toHaveLength(3);
    expect(text).not.toContain('"answer"');
    const page = wordsOf(await services.hosted.visitor().open(url));
    for (const { prompt } of questions) expect(page).toContain(prompt);
  });

  test('has a link for its owner, which others can open', async () => {
    const { id } = await kinds.form();
    const token = await services.server.services.sessions.open(services.hosted.account.id, 'Chrome', undefined);
    const owner = await services.hosted.visitor().open(`/p/${id}`, { cookie: `askwell=${token}` });
    expect(wordsOf(owner)).toContain(preview);
    const [, link = ''] = /href="([^"]*preview=[^"]*)"/.exec(owner.text) ?? [];
    expect(wordsOf(await services.hosted.visitor().open(link))).toContain(preview);
  });

  test('shows the form to a visitor who answered before the ask was a draft', async () => {
    const id = await services.hosted.poll();
    const visitor = services.hosted.visitor();
    await visitor.answer(await visitor.open(`/p/${id}`), { choices: 'o1' });
    const { polls } = services.server.askwell;
    await polls.update(services.hosted.account, id, { status: 'draft' });
    const page = await visitor.open(await polls.previewUrl(services.hosted.account, id));
    expect(page.text).toContain('<form class="form answer"');
    expect(wordsOf(page)).not.toContain('You have already answered.');
  });

  test('shows the open ask after it is published, and then needs no token', async () => {
    const { id, url } = await kinds.poll();
    await services.server.askwell.polls.update(services.hosted.account, id, { status: 'open' });
    const page = await services.hosted.visitor().open(url);
    expect([page.status, wordsOf(page).includes(preview)]).toEqual([200, false]);
    const embedded = await services.server.fetch(`${services.server.url}/embed/polls/${id}${queryOf(url)}`);
    expect(embedded.headers.get('etag')).not.toBeNull();
  });

  test('link has the base URL', async () => {
    const server = await startService({ baseUrl: 'https://example.com/polls', basePath: '/' });
    const hosted = await createHostedPageClient(server);
    const { id } = await server.askwell.polls.create(hosted.account, { title: 'Tea?', options: ['Yes', 'No'] });
    const url = await server.askwell.polls.previewUrl(hosted.account, id);
    expect(url.startsWith(`https://example.com/polls/p/${id}?preview=`)).toBe(true);
    await server.close();
  });

  test('link belongs to the owner', async () => {
    const { id } = await kinds.poll();
    const other = await createHostedPageClient(services.server);
    await expect(services.server.askwell.polls.previewUrl(other.account, id)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
