import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import { call } from '../../../test/support/http/http-client.js';
import type { QuizDraft } from '../../shared/contract/resources.js';

const services = useHostedPageServer();

const mathOf = (name: string) => `<math><mi>${name}</mi></math>`;
const treeOf = (name: string) => ({ tag: 'math', content: [{ tag: 'mi', content: [name] }] });

const draft: Partial<QuizDraft> = {
  description: 'About $d$ and <b>',
  reveal: 'answers',
  bands: [{ min_percentage: 0, title: '$t$', message: 'Band $b$' }],
  after: { message: 'After $a$ with $s={{quiz.score}}$ by {{quiz.name}}' },
  collect_name: true,
  questions: [
    {
      type: 'single',
      prompt: 'What is $p$?\n```\n<i>$5</i>\n```',
      options: ['$o$ or *so*', 'US$5 and A$6'],
      answer: 'o1',
      explanation: 'Because $e$.',
    },
    {
      type: 'match',
      prompt: 'Match.',
      options: ['$l$', 'two'],
      targets: ['$r$', '2'],
      answer: { o1: 't1', o2: 't2' },
    },
  ],
};

/** Returns the data of a response of the embed API. */
async function get(path: string) {
  return dataSchema.parse((await call(services.server, 'GET', path)).body).data;
}

/** Posts JSON, and returns the data of the response. */
async function post(path: string, body: object) {
  return dataSchema.parse((await call(services.server, 'POST', path, { body })).body).data;
}

const dataSchema = z.object({ data: z.record(z.string(), z.unknown()) });
const formulasSchema = z.object({ formulas: z.record(z.string(), z.unknown()).optional() });
const formulasOf = (value: unknown) => formulasSchema.parse(value).formulas;

describe('a quiz', () => {
  test('has the formulas of its texts as MathML, and none of texts that visitors may not see yet', async () => {
    const id = await services.hosted.quiz(draft);
    const visitor = services.hosted.visitor();
    const page = await visitor.open(`/p/${id}`);
    for (const name of ['d', 'p', 'o', 'l', 'r']) expect(page.text).toContain(mathOf(name));
    for (const name of ['e', 'b', 'a', 't']) expect(page.text).not.toContain(mathOf(name));
    expect(page.text).toContain('&lt;b&gt;</p>');
    expect(page.text).toContain('<code class="lines" tabindex="0">&lt;i&gt;$5&lt;/i&gt;\n</code>');
    expect(page.text).toContain('<em>so</em>');
    expect(page.text).toContain('US$5 and A$6');
    expect(page.text).toContain('<option value="t1">r</option>');
    expect(page.text).toContain('content="About d and &lt;b&gt;"');
    const done = await visitor.answer(page, { q1: 'o1', name: 'A$x$' });
    for (const name of ['p', 'o', 'e', 'b', 'a']) expect(done.text).toContain(mathOf(name));
    expect(done.text).toContain('<math><mrow><mi>s</mi><mo>=</mo><mn>1</mn></mrow></math>');
    expect(done.text).toContain('A$x$');
    expect(done.text).toContain('$t$');
  });

  test('has the formulas of the texts in a response of the API, and of no others', async () => {
    const id = await services.hosted.quiz(draft);
    const view = await get(`/embed/quizzes/${id}`);
    expect(formulasOf(view['quiz'])).toEqual({
      ...Object.fromEntries(['d', 'a', 'p', 'o', 'l', 'r'].map((name) => [`$${name}$`, treeOf(name)])),
      '$s={{quiz.score}}$': expect.objectContaining({ tag: 'math' }),
    });
    const receipt = await post(`/api/v1/quizzes/${id}/attempts`, { answers: { q1: 'o1' }, name: 'Ada' });
    expect(formulasOf(receipt)).toMatchObject({ $a$: treeOf('a'), $b$: treeOf('b'), $e$: treeOf('e') });
    const again = await get(`/embed/quizzes/${id}?answer=${receipt['id']}`);
    expect(formulasOf(again['answer'])).toEqual(formulasOf(receipt));
    // The questions of the attempt may differ from the questions of the quiz.
    expect(again['attempt']).not.toHaveProperty('formulas');
    expect(Object.keys(formulasOf(again['quiz']) ?? {})).toEqual(expect.arrayContaining(['$l$', '$o$', '$p$', '$r$']));
  });

  test('without formulas has no member for them', async () => {
    const id = await services.hosted.quiz({ description: '$5 or $10', reveal: 'answers' });
    expect((await get(`/embed/quizzes/${id}`))['quiz']).not.toHaveProperty('formulas');
    const receipt = await post(`/api/v1/quizzes/${id}/attempts`, { answers: {} });
    expect(receipt).not.toHaveProperty('formulas');
  });

  test('that is started first has formulas with its questions, and with each verdict', async () => {
    const id = await services.hosted.quiz({ ...draft, feedback: 'each' });
    expect(Object.keys(formulasOf((await get(`/embed/quizzes/${id}`))['quiz']) ?? {})).not.toContain('$p$');
    const started = await post(`/embed/quizzes/${id}/start`, {});
    expect(formulasOf(started['quiz'])).toMatchObject({ $p$: treeOf('p'), $o$: treeOf('o') });
    const check = { question: 'q1', answer: 'o1', started: started['started'] };
    const checked = await post(`/embed/quizzes/${id}/checks`, check);
    expect(formulasOf(checked)).toEqual({ $e$: treeOf('e') });

    const visitor = services.hosted.visitor();
    const { location } = await visitor.submit(`/p/${id}/start`, {});
    const page = await visitor.open(location ?? '');
    expect(page.text).toContain(mathOf('p'));
    expect(page.text).not.toContain(mathOf('e'));
  });

  test.each(['\\frac{1}{', '\\def\\a{\\a\\a}\\a', '\\href{javascript:alert(1)}{x}', 'x'.repeat(2_000)])(
    'shows the formula %s as TeX',
    async (tex) => {
      const id = await services.hosted.quiz({ description: `$${tex}$` });
      expect((await get(`/embed/quizzes/${id}`))['quiz']).not.toHaveProperty('formulas');
      const { status, text } = await services.hosted.visitor().open(`/p/${id}`);
      expect(status).toBe(200);
      expect(text).toContain(`<code>${tex}</code>`);
    },
  );

  test('has at most 500 different formulas', async () => {
    const questions = Array.from({ length: 26 }, (_, at) => ({
      type: 'single' as const,
      prompt: 'Which?',
      options: Array.from({ length: 20 }, (_label, number) => `$x_{${at},${number}}$`),
      answer: 'o1',
    }));
    const id = await services.hosted.quiz({ questions });
    expect(Object.keys(formulasOf((await get(`/embed/quizzes/${id}`))['quiz']) ?? {})).toHaveLength(500);
    const { text } = await services.hosted.visitor().open(`/p/${id}`);
    expect(text).toContain('<code>x_{25,19}</code>');
  });
});

test('polls and forms show dollar signs and code between lines as they are', async () => {
  const label = 'a $x$ \\$\n```\nb\n```';
  const poll = await services.hosted.poll({ description: '$x$', options: [label, 'B'] });
  const form = await services.hosted.form({ description: '$x$', fields: [{ type: 'consent', label }] });
  for (const id of [poll, form]) {
    const { text } = await services.hosted.visitor().open(`/p/${id}`);
    expect(text).toContain('dir="auto">$x$</p>');
    expect(text).toContain('a $x$ \\$<br>```<br>b<br>```');
    expect(text).not.toContain('<math');
  }
});
