import { ownerAsksOf } from '../../src/dashboard/asks/owner-asks.js';
import type { Owner } from '../support/servers/create-owner.js';
import type { TestServer } from '../support/servers/test-server.js';

/** The IDs of asks with answers. */
export interface AnsweredAsks {
  readonly form: string;
  readonly quiz: string;
  /** A poll without answers. */
  readonly empty: string;
  /** An answer to the form. */
  readonly answer: string;
}

const comments = [
  'The workshop on the second day was the best part. I would have liked more time for questions, and a longer lunch break.',
  'Everything was well organized.',
  'The room was too warm in the afternoon.\nPlease open a window.',
  'كان كل شيء رائعا',
  'More <b>vegetarian</b> food, please.',
];
const names = ['Maya Lindqvist', 'Tom Okafor', 'Ines Duarte', 'Li Wei', 'Sam O’Neill', 'Priya Raman'];

/** Creates asks of an owner, with answers, tags and notes. */
export async function addAnsweredAsks({ askwell, services }: TestServer, { session }: Owner): Promise<AnsweredAsks> {
  const account = session.account;
  const form = await askwell.forms.create(account, {
    title: 'How was the conference?',
    fields: [
      { type: 'short_text', label: 'Your name' },
      { type: 'rating', label: 'How did you like it?', style: 'stars' },
      {
        type: 'multiple_choice',
        label: 'Which talks did you see?',
        options: ['Opening', 'Databases', 'Accessibility'],
      },
      { type: 'long_text', label: 'What should we do better next year?' },
      { type: 'matrix', label: 'How were', rows: ['Food', 'Rooms'], options: ['Good', 'Fair', 'Poor'] },
      { type: 'email', label: 'May we write to you? Then leave your email address here.' },
    ],
  });
  const ids: string[] = [];
  for (let nth = 0; nth < 30; nth++) {
    const { id } = await askwell.forms.submit(form.id, {
      answers: {
        f1: names[nth % names.length] ?? '',
        f2: 1 + (nth % 5),
        f3: nth % 3 === 0 ? ['o1'] : ['o1', 'o3'],
        ...(nth % 4 === 0 ? {} : { f4: comments[nth % comments.length] ?? '' }),
        f5: { r1: nth % 2 === 0 ? 'o1' : 'o2', r2: 'o3' },
        ...(nth % 3 === 0 ? { f6: `visitor${nth}@example.com` } : {}),
      },
    });
    ids.push(id);
  }
  const asks = ownerAsksOf(services);
  const owned = await asks.find(session, form.id);
  for (const [at, id] of ids.entries()) {
    if (at % 3 !== 2) continue;
    const tags = at % 2 === 0 ? ['follow up'] : ['follow up', 'catering'];
    const note = 'Wrote back on Monday.';
    await owned.run(owned.operations.answers.update, { tags, note }, { answer: id });
  }
  const quiz = await askwell.quizzes.create(account, {
    title: 'Capitals of the world',
    pass_percentage: 50,
    questions: [
      { type: 'single', prompt: 'What is the capital of Australia?', options: ['Sydney', 'Canberra'], answer: 'o2' },
      { type: 'order', prompt: 'Order by population', options: ['Tokyo', 'Paris', 'Oslo'], answer: ['o1', 'o2', 'o3'] },
    ],
  });
  for (const [at, name] of names.entries()) {
    await askwell.quizzes.attempt(quiz.id, {
      answers: { q1: at % 2 === 0 ? 'o2' : 'o1', q2: ['o1', 'o2', 'o3'] },
      name,
    });
  }
  const empty = await askwell.polls.create(account, { title: 'Where do we meet?', options: ['Berlin', 'Lyon'] });
  return { form: form.id, quiz: quiz.id, empty: empty.id, answer: ids.at(-2) ?? '' };
}
