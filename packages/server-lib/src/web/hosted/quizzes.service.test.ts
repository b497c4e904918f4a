import { describe, expect, test } from 'vitest';
import { type Page, wordsOf } from '../../../test/support/browser/form-browser.js';
import { hiddenValue } from '../../../test/support/browser/hosted-page-client.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import { collect } from '../../../test/support/collect.js';
import type { QuestionDraft } from '../../shared/contract/resources.js';

const services = useHostedPageServer();

describe('a quiz', () => {
  const questions = [1, 2, 3, 4].map((n) => ({ type: 'boolean', prompt: `Question ${n}`, answer: true }) as const);

  test('reveals as much of an attempt as `reveal` allows, and nothing before it', async () => {
    const question: QuestionDraft = {
      type: 'single',
      prompt: 'Capital?',
      options: ['Porto', 'Lisbon'],
      answer: 'o2',
      explanation: 'Since 1255.',
    };
    const revealed = async (reveal: 'nothing' | 'score' | 'correctness' | 'answers') => {
      const visitor = services.hosted.visitor();
      const page = await visitor.open(`/p/${await services.hosted.quiz({ questions: [question], reveal })}`);
      expect(page.text).not.toContain('Since 1255');
      const text = wordsOf(await visitor.answer(page, { q1: 'o1', name: 'Visitor' }));
      return ['0 of 1 points', 'Incorrect', 'Correct answer', 'Since 1255.'].map((part) => text.includes(part));
    };
    expect(await revealed('nothing')).toEqual([false, false, false, false]);
    expect(await revealed('score')).toEqual([true, false, false, false]);
    expect(await revealed('correctness')).toEqual([true, true, false, false]);
    expect(await revealed('answers')).toEqual([true, true, true, true]);
  });

  test.each(['*Ada*', '<b>Ada</b>', '[x](https://evil.example)'])(
    'shows the score and the name %j as text in the texts after an attempt',
    async (name) => {
      const id = await services.hosted.quiz({
        collect_name: true,
        bands: [
          { min_percentage: 0, title: '{{quiz.score}} of {{quiz.max_score}}', message: '**Dear** {{quiz.name}}' },
        ],
        after: { message: 'Thank you, {{quiz.name|you}}: {{quiz.percentage}}', url: 'https://example.com/next' },
      });
      const visitor = services.hosted.visitor();
      const page = await visitor.answer(await visitor.open(`/p/${id}`), { q1: 'true', name });
      const shown = wordsOf(page).replace(/[\u2060\u2068\u2069]/g, '');
      expect(shown).toContain('1 of 1');
      expect(shown).toContain(`Dear ${name}`);
      expect(shown).toContain(`Thank you, ${name}: 100%`);
      expect(page.text).toContain('<strong>Dear</strong>');
      expect(page.text).toContain('href="https://example.com/next"');
      expect(page.text).not.toMatch(/<b>Ada|href="https:\/\/evil/);
    },
  );

  test('offers "True" and "False" for a question that is true or false', async () => {
    const page = await services.hosted.visitor().open(`/p/${await services.hosted.quiz({ questions })}`);
    expect(wordsOf(page)).toContain('Question 1 True False No answer Question 2');
  });

  test('with a time limit or drawn questions shows them after the start, the same on each reload', async () => {
    const id = await services.hosted.quiz({ questions, draw: 2, time_limit_seconds: 60 });
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    expect(wordsOf(page)).toContain('Time limit: 1:00');
    expect(page.text).not.toContain('Question 1');
    const { location } = await visitor.submit(`/p/${id}/start`, {});
    const started = await visitor.open(location ?? '');
    const drawn = questionsIn(started);
    expect(drawn).toHaveLength(2);
    expect(questionsIn(await visitor.open(location ?? ''))).toEqual(drawn);
    expect(hiddenValue(started, '.started')).toBe(
      new URL(location ?? '', services.server.url).searchParams.get('started'),
    );

    const wrong = await visitor.answer(started, { [drawn[0] ?? '']: 'true', email: 'nowhere' });
    expect([wrong.status, questionsIn(wrong)]).toEqual([422, drawn]);
    const done = await visitor.answer(wrong, { [drawn[0] ?? '']: 'true', [drawn[1] ?? '']: 'true' });
    expect(wordsOf(done)).toContain('100% 2 of 2 points');
    const twice = await visitor.answer(wrong, { [drawn[0] ?? '']: 'false', 'Idempotency-Key': 'another' });
    expect([twice.status, wordsOf(twice).includes('You have already answered. Your answer was not counted.')]).toEqual([
      409,
      true,
    ]);
  });

  test.each([
    ['a link on another site', 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['a link of an old browser', 'GET', { referer: 'https://other.example/' }],
    ['a link in an email', 'GET', { 'sec-fetch-site': 'none' }],
    ['a link on its own site', 'GET', { 'sec-fetch-site': 'same-origin' }],
    ['a form of another site', 'POST', { 'sec-fetch-site': 'cross-site' }],
    ['a form of another subdomain', 'POST', { 'sec-fetch-site': 'same-site' }],
    ['a form that an old browser sends from another site', 'POST', { origin: 'https://other.example' }],
  ] as const)('with a time limit is not started by %s', async (_what, method, headers) => {
    const id = await services.hosted.quiz({ questions, time_limit_seconds: 60, one_per: 'browser' });
    const visitor = services.hosted.visitor();
    await visitor.open(`/p/${id}`);
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
    const sent = await services.server.fetch(`${services.server.url}/p/${id}/start?name=Visitor`, {
      method,
      redirect: 'manual',
      headers: { ...headers, cookie },
      ...(method === 'POST' && { body: new URLSearchParams() }),
    });
    expect([sent.status, sent.headers.get('location')?.split('?')[0]]).toEqual([303, `/p/${id}`]);
    const page = await visitor.open(sent.headers.get('location') ?? '');
    expect(wordsOf(page)).toContain('Start quiz');
    expect(page.text).toContain(`method="post" action="/p/${id}/start"`);
    // The time limit of a start would have expired by now.
    services.now += 120_000;
    const { location } = await visitor.submit(`/p/${id}/start`, {});
    const started = await visitor.open(location ?? '');
    expect(questionsIn(started)).toHaveLength(4);
    expect(wordsOf(await visitor.answer(started, { q1: 'true' }))).toContain('1 of 4 points');
  });

  test('after its time limit says so, shows the answers and can be started again', async () => {
    const id = await services.hosted.quiz({ questions, time_limit_seconds: 60 });
    const visitor = services.hosted.visitor();
    const { location } = await visitor.submit(`/p/${id}/start`, {});
    const started = await visitor.open(location ?? '');
    services.now += 66_000;
    const late = await visitor.answer(started, { q1: 'true' });
    expect(late.status).toBe(409);
    expect(wordsOf(late)).toContain('Time is up. Your answer was not counted.');
    expect(late.text).toContain('value="true" checked');
    expect(late.text).toContain(`action="/p/${id}/start"`);
    expect(wordsOf(await visitor.open(location ?? ''))).toContain('Start quiz');
    expect(wordsOf(await visitor.open(`/p/${id}?started=junk`))).toContain('Please start again.');
  });

  test('accepts `max_attempts` attempts', async () => {
    const id = await services.hosted.quiz({ one_per: 'browser', max_attempts: 2 });
    const visitor = services.hosted.visitor();
    const first = await visitor.answer(await visitor.open(`/p/${id}`), { q1: 'true' });
    expect(wordsOf(first)).toContain('Answer again');
    services.now += 1_000;
    const second = await visitor.answer(await visitor.open(`/p/${id}`), { q1: 'false' });
    expect(wordsOf(second)).not.toContain('Answer again');
    const done = wordsOf(await visitor.open(`/p/${id}`));
    expect(done).toContain('You have already answered.');
    expect(done).toContain('0 of 1 points');
  });

  test('shows the answers in the form that changes them, with `allow_change`', async () => {
    const options = ['One', 'Two'];
    const id = await services.hosted.quiz({
      one_per: 'browser',
      allow_change: true,
      questions: [
        { type: 'boolean', prompt: 'True?', answer: true },
        { type: 'multiple', prompt: 'Which?', options, answer: ['o1'] },
        { type: 'order', prompt: 'Order?', options, answer: ['o1', 'o2'] },
        { type: 'match', prompt: 'Match?', options, targets: options, answer: { o1: 't1', o2: 't2' } },
      ],
    });
    const visitor = services.hosted.visitor();
    const answers = {
      q1: 'true',
      q2: ['o1', 'o2'],
      'q3.rank.o2': '1',
      'q3.rank.o1': '2',
      'q4.o1': 't2',
      'q4.o2': 't1',
    };
    await visitor.answer(await visitor.open(`/p/${id}`), answers);
    const change = await visitor.open(`/p/${id}?change=1`);
    expect(change.text.match(/value="(true|o1|o2)" checked/g)).toHaveLength(3);
    const [first] = await collect(services.server.askwell.quizzes.answers.list(services.hosted.account, id));
    const selected = [
      ...change.text.matchAll(/name="([^"]*)"[^>]*><option value="">[^<]*<\/option>.*?value="([^"]*)" selected/g),
    ];
    expect(Object.fromEntries(selected.map(([, name, value]) => [name, value]))).toEqual({
      'q3.rank.o1': '2',
      'q3.rank.o2': '1',
      'q4.o1': 't2',
      'q4.o2': 't1',
    });
    await visitor.answer(change, { ...answers, q1: 'false' });
    const [changed, ...others] = await collect(
      services.server.askwell.quizzes.answers.list(services.hosted.account, id),
    );
    expect([changed?.id, changed?.answers['q1'], others]).toEqual([first?.id, false, []]);
  });

  test.each([
    { settings: {}, asked: [] },
    { settings: { collect_name: true }, asked: ['name'] },
    { settings: { collect_email: true }, asked: ['email'] },
    { settings: { collect_name: true, collect_email: true }, asked: ['name', 'email'] },
    { settings: { receipt: true }, asked: ['email'] },
  ])('asks for contact details as $settings says', async ({ settings, asked }) => {
    const names = ({ text }: Page) => [...text.matchAll(/name="\.(name|email)"/g)].map(([, name]) => name);
    const id = await services.hosted.quiz(settings);
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    expect(names(page)).toEqual(asked);
    // The widget reads the definition.
    expect(page.text).not.toContain('collect=');
    const timed = await services.hosted.quiz({ ...settings, time_limit_seconds: 60 });
    const { location } = await visitor.submit(`/p/${timed}/start`, {});
    expect(names(await visitor.open(location ?? ''))).toEqual(asked);
  });

  test('shows the images of what can be matched, which a list cannot show', async () => {
    const targets = [{ label: 'Lures', image_url: 'https://example.com/lures.png' }, 'Spreads'];
    const match = { type: 'match' as const, options: ['Phishing', 'Worm'], answer: { o1: 't1', o2: 't2' } };
    const id = await services.hosted.quiz({
      questions: [
        { ...match, prompt: 'Which does what?', targets },
        { ...match, prompt: 'And these?', targets: ['Lures', 'Spreads'] },
      ],
    });
    const { text } = await services.hosted.visitor().open(`/p/${id}`);
    const [list = '', ...others] = text.match(/<ul class="choices pictures targets">.*?<\/ul>/gs) ?? [];
    // They are in a random order.
    expect(list.match(/<li.*?<\/li>/gs)?.sort()).toEqual([
      '<li class="choice"><bdi>Spreads</bdi></li>',
      '<li class="choice"><img class="picture" src="https://example.com/lures.png" alt="" loading="lazy" referrerpolicy="no-referrer"><bdi>Lures</bdi></li>',
    ]);
    expect(others).toEqual([]);
  });

  test('accepts questions with the IDs of other members', async () => {
    const ids = ['name', 'email', 'started', 'voter', 'ticket'];
    const id = await services.hosted.quiz({
      questions: ids.map((id) => ({ id, type: 'text', prompt: `The ${id}`, answer: ['right'] })),
      time_limit_seconds: 60,
      one_per: 'browser',
      max_attempts: 1,
      collect_name: true,
      collect_email: true,
    });
    const visitor = services.hosted.visitor();
    const { location } = await visitor.submit(`/p/${id}/start`, {});
    const answers = Object.fromEntries(ids.map((id) => [id, 'right']));
    const started = await visitor.open(`${location}&name=right`);
    expect(started.text).toContain('id="in-name" name="name" autocomplete="off" value="right"');
    const wrong = await visitor.answer(started, { ...answers, '.name': 'Visitor', '.email': 'nowhere' });
    expect([
      wrong.status,
      wrong.text.includes(
        'id="in-.name" name=".name" aria-describedby="help-.name" autocomplete="name" value="Visitor"',
      ),
    ]).toEqual([422, true]);
    await visitor.answer(wrong, { ...answers, '.name': 'Visitor' });
    const [attempt] = await collect(services.server.askwell.quizzes.answers.list(services.hosted.account, id));
    expect(attempt).toMatchObject({ answers, name: 'Visitor', email: null, percentage: 100 });
    expect(wordsOf(await visitor.open(`/p/${id}`))).toContain('You have already answered.');
  });

  const questionsIn = ({ text }: Page) => [
    ...new Set([...text.matchAll(/name="(q\d+)"/g)].map(([, name = '']) => name)),
  ];
});
