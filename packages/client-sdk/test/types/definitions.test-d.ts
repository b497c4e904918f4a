import {
  type Askwell,
  type Attempt,
  type AttemptDraftOf,
  type Call,
  defineForm,
  definePoll,
  defineQuiz,
  type FormAnswers,
  type FormDraft,
  type List,
  type NotedAnswer,
  type Poll,
  type PollDraft,
  type QuizDraft,
  type Submission,
  type SubmissionDraftOf,
  type Vote,
  type VoteDraftOf,
} from '@askwell/client';
import { describe, expectTypeOf, test } from 'vitest';

declare const askwell: Askwell;

const contact = defineForm({
  title: 'Contact',
  fields: [
    { id: 'email', type: 'email', label: 'Email', required: true },
    { id: 'nights', type: 'number', label: 'Nights' },
    { id: 'why', type: 'long_text', label: 'Why?', required: true, show_if: { all: [{ field: 'nights', less: 1 }] } },
    { id: 'room', type: 'dropdown', label: 'Room', options: [{ id: 'sea', label: 'Sea view' }, 'Garden view'] },
    { id: 'liked', type: 'multiple_choice', label: 'Liked', options: ['Room', 'Food'], other: true, required: true },
    {
      id: 'best',
      type: 'ranking',
      label: 'Best',
      options: [
        { id: 'a', label: 'A' },
        { id: 'b', label: 'B' },
      ],
    },
    { type: 'matrix', label: 'How', rows: ['Bed', 'Bath'], options: ['Good', 'Bad'], required: true },
    { type: 'matrix', label: 'How else', rows: [{ id: 'desk', label: 'Desk' }], options: ['Good', 'Bad'] },
    { id: 'terms', type: 'consent', label: 'Terms', required: true },
    { id: 'news', type: 'consent', label: 'News' },
    { id: 'score', type: 'scale', label: 'Score', required: true },
    { type: 'heading', label: 'The end' },
    { type: 'page' },
  ],
});
const form = askwell.forms.create(contact);

describe('the types of answers are derived from the form', () => {
  const answers = form.then(async ({ id }) => (await askwell.forms.submissions.get(id, 'submission_1')).answers);

  test('an answer has the type of its field, and is optional unless the field is required', () => {
    expectTypeOf<Awaited<typeof answers>>().toEqualTypeOf<{
      email: string;
      nights?: number;
      why?: string;
      room?: 'sea' | 'o1';
      liked: ('o1' | 'o2' | { other: string })[];
      best?: ('a' | 'b')[];
      f1: { r1: 'o1' | 'o2'; r2: 'o1' | 'o2' };
      f2?: { desk?: 'o1' | 'o2' };
      terms: true;
      news?: boolean;
      score: number;
    }>();
  });

  test('submitted answers are checked', () => {
    const complete = { email: 'a@b.c', liked: ['o1'], f1: { r1: 'o1', r2: 'o2' }, terms: true, score: 9 } as const;
    type Draft = SubmissionDraftOf<typeof contact>;
    expectTypeOf({ answers: complete }).toExtend<Draft>();
    expectTypeOf({ answers: { ...complete, room: undefined } }).toExtend<Draft>();
    // @ts-expect-error The form has no such field.
    ({ answers: { ...complete, mail: 'a@b.c' } }) satisfies Draft;
    // @ts-expect-error The field `room` has no such option.
    ({ answers: { ...complete, room: 'o2' } }) satisfies Draft;
    // @ts-expect-error The field `nights` is a number.
    ({ answers: { ...complete, nights: '2' } }) satisfies Draft;
    // @ts-expect-error A required matrix needs an answer for every row.
    ({ answers: { ...complete, f1: { r1: 'o1' } } }) satisfies Draft;
    // @ts-expect-error Required answers are missing.
    ({ answers: { email: 'a@b.c' } }) satisfies Draft;
    // @ts-expect-error A heading takes no answer.
    ({ answers: { ...complete, f3: 'x' } }) satisfies Draft;
  });

  test('a type argument sets the definition of an ID that is a string', () => {
    expectTypeOf(askwell.forms.submissions.list<typeof contact>('form_1')).toExtend<
      List<{ answers: { email: string } }>
    >();
    expectTypeOf(askwell.forms.submissions.list('form_1')).toEqualTypeOf<List<NotedAnswer<Submission>>>();
  });

  test('a summary has the type of its field', async () => {
    const { fields } = await askwell.forms.results((await form).id);
    const score = fields.find((field) => field.id === 'score');
    expectTypeOf(score?.nps?.score).toEqualTypeOf<number | null | undefined>();
    // @ts-expect-error There is no summary of such a field.
    fields.find((field) => field.id === 'scores');
  });
});

describe('the variables and endings of a submission are derived from the form', () => {
  const quote = defineForm({
    title: 'Quote',
    fields: [{ id: 'seats', type: 'number', label: 'Seats' }],
    variables: [
      { id: 'price', type: 'number', rules: [{ set: { field: 'seats' } }] },
      { id: 'size', type: 'text', value: 'small' },
    ],
    endings: [{ id: 'none', title: 'Nothing', when: { field: 'seats', less: 1 } }, { title: 'Thank you' }],
  });

  test('by their IDs', async () => {
    const { id } = await askwell.forms.create(quote);
    const { variables, ending } = await askwell.forms.submissions.get(id, 'submission_1');
    expectTypeOf(variables).toEqualTypeOf<{ price: number; size: string }>();
    expectTypeOf(ending).toEqualTypeOf<'none' | 'e1' | null>();
    const { endings, variables: summaries } = await askwell.forms.results(id);
    expectTypeOf(summaries[0]?.id).toEqualTypeOf<'price' | 'size' | undefined>();
    expectTypeOf(endings[0]?.id).toEqualTypeOf<'none' | 'e1' | undefined>();
    // @ts-expect-error The form has no such variable.
    variables.prize;
  });

  test('an answer that a jump can skip is optional', () => {
    const size = { id: 'size', type: 'number', label: 'Size', required: true } as const;
    const skipping = defineForm({
      title: 'F',
      fields: [
        { id: 'first', type: 'page', next: [{ when: { field: 'size', less: 1 }, to: 'last' }] },
        size,
        { id: 'second', type: 'page' },
        { id: 'email', type: 'email', label: 'Email', required: true },
        { id: 'last', type: 'page' },
        { id: 'terms', type: 'consent', label: 'Terms', required: true },
      ],
    });
    expectTypeOf<FormAnswers<typeof skipping>>().toEqualTypeOf<{ size: number; email?: string; terms?: true }>();
    const pages = defineForm({ title: 'F', fields: [{ type: 'page', next: [] }, size, { type: 'page' }] });
    expectTypeOf<FormAnswers<typeof pages>>().toEqualTypeOf<{ size: number }>();
  });

  test('of a form without logic', async () => {
    const { id } = await askwell.forms.create(contact);
    const submission = await askwell.forms.submissions.get(id, 'submission_1');
    expectTypeOf(submission.ending).toEqualTypeOf<null>();
    expectTypeOf(submission).toExtend<Submission>();
    // @ts-expect-error The form has no variables.
    submission.variables.price;
  });

  test('after an update', async () => {
    const before = await askwell.forms.create(quote);
    const after = await askwell.forms.update(before.id, {
      variables: [{ id: 'total', type: 'number' }],
      endings: [{ id: 'done', title: 'Done' }, { title: 'Other' }],
    });
    const { variables, ending } = await askwell.forms.submissions.get(after.id, 'submission_1');
    expectTypeOf(variables).toEqualTypeOf<{ total: number }>();
    expectTypeOf(ending).toEqualTypeOf<'done' | `e${number}` | null>();
  });

  test('that is only known at runtime', async () => {
    const draft: FormDraft = { title: 'Quote', fields: [{ type: 'email', label: 'Email' }] };
    const { id } = await askwell.forms.create(draft);
    expectTypeOf(await askwell.forms.submissions.get(id, 'submission_1')).toEqualTypeOf<NotedAnswer<Submission>>();
    const known = { ...contact, endings: draft.endings, variables: draft.variables };
    const some = await askwell.forms.create(known);
    const { variables, ending } = await askwell.forms.submissions.get(some.id, 'submission_1');
    expectTypeOf(variables).toEqualTypeOf<Record<string, number | string>>();
    expectTypeOf(ending).toEqualTypeOf<string | null>();
  });
});

describe('the types of votes and results are derived from the poll', () => {
  test('single choice', async () => {
    const { id } = await askwell.polls.create({ title: 'Tea?', options: ['Tea', { id: 'no', label: 'No' }] });
    const vote = await askwell.polls.votes.get(id, 'vote_1');
    expectTypeOf(vote.choices).toEqualTypeOf<('o1' | 'no')[]>();
    expectTypeOf(vote.other).toEqualTypeOf<null>();
    const { options } = await askwell.polls.results(id);
    expectTypeOf(options[0]?.id).toEqualTypeOf<'o1' | 'no' | undefined>();
    // @ts-expect-error The poll has no such option.
    askwell.polls.votes.create(id, { choices: ['o2'] });
    // @ts-expect-error The poll takes no write-ins.
    askwell.polls.votes.create(id, { choices: [], other: 'Coffee' });
  });

  test('write-ins', () => {
    const open = definePoll({ title: 'Tea?', options: ['Tea', 'Coffee'], other: true });
    expectTypeOf<{ other: string; voter: string }>().toExtend<VoteDraftOf<typeof open>>();
  });

  test('ratings', async () => {
    const rating = definePoll({
      title: 'Rate',
      type: 'rating',
      options: ['Tea', 'Coffee'],
      style: 'stars',
      labels: { min: 'Bad', max: 'Great' },
    });
    const { id } = await askwell.polls.create(rating);
    const receipt = await askwell.polls.votes.create(id, { ratings: { o1: 5 } });
    expectTypeOf(receipt.ratings.o2).toEqualTypeOf<number | undefined>();
    expectTypeOf(receipt.results?.options[0]?.average).toEqualTypeOf<number | null | undefined>();
    // @ts-expect-error A rating has no choices.
    askwell.polls.votes.create(id, { choices: ['o1'] });
    // @ts-expect-error The poll has no such option.
    askwell.polls.votes.create(id, { ratings: { o3: 5 } });
  });

  test('rankings', async () => {
    const { id } = await askwell.polls.create({ title: 'Rank', type: 'ranked', options: ['Tea', 'Coffee'] });
    const { ranked } = await askwell.polls.results(id);
    expectTypeOf(ranked.winners).toEqualTypeOf<('o1' | 'o2')[]>();
  });
});

const capitals = defineQuiz({
  title: 'Capitals',
  questions: [
    { id: 'italy', type: 'single', prompt: 'Of Italy?', options: ['Rome', 'Milan'], answer: 'o1' },
    { type: 'text', prompt: 'Of France?', answer: ['Paris'] },
    { type: 'match', prompt: 'Match', options: ['A', 'B'], targets: ['C', 'D'], answer: { o1: 't2', o2: 't1' } },
    { type: 'order', prompt: 'Order', options: ['A', 'B'], answer: ['o2', 'o1'] },
    { type: 'boolean', prompt: 'True?', answer: true },
    { type: 'number', prompt: 'How many?', answer: { value: 3, tolerance: 1 } },
  ],
});

describe('the types of attempts and results are derived from the quiz', () => {
  test('an answer has the type of its question, and is optional', async () => {
    const { id } = await askwell.quizzes.create(capitals);
    const attempt = await askwell.quizzes.attempts.get(id, 'attempt_1');
    expectTypeOf(attempt.answers).toEqualTypeOf<{
      italy?: 'o1' | 'o2';
      q1?: string;
      q2?: { o1?: 't1' | 't2'; o2?: 't1' | 't2' };
      q3?: ('o1' | 'o2')[];
      q4?: boolean;
      q5?: number;
    }>();
    expectTypeOf(attempt.questions[0]?.id).toEqualTypeOf<'italy' | 'q1' | 'q2' | 'q3' | 'q4' | 'q5' | undefined>();
  });

  test('submitted answers are checked', () => {
    type Draft = AttemptDraftOf<typeof capitals>;
    ({ answers: { italy: 'o2', q1: null, q3: ['o1', 'o2'] }, name: 'Visitor' }) satisfies Draft;
    // @ts-expect-error The quiz has no such question.
    ({ answers: { spain: 'o1' } }) satisfies Draft;
    // @ts-expect-error The question has no such option.
    ({ answers: { italy: 'o3' } }) satisfies Draft;
    // @ts-expect-error The question has no such target.
    ({ answers: { q2: { o1: 't3' } } }) satisfies Draft;
  });

  test('an answer key must fit its question', () => {
    const head = { prompt: 'Of Italy?', options: ['Rome', 'Milan'] } as const;
    // @ts-expect-error There is no third option.
    defineQuiz({ title: 'Q', questions: [{ ...head, type: 'single', answer: 'o3' }] });
    // @ts-expect-error The answer key of a multiple-choice question is an array.
    defineQuiz({ title: 'Q', questions: [{ ...head, type: 'multiple', answer: 'o1' }] });
    // @ts-expect-error The answer key of a text question is an array of accepted texts.
    defineQuiz({ title: 'Q', questions: [{ prompt: 'Of France?', type: 'text', answer: 'Paris' }] });
    // @ts-expect-error Every option needs a target.
    defineQuiz({ title: 'Q', questions: [{ ...head, type: 'match', targets: ['I'], answer: { o1: 't1' } }] });
  });
});

describe('unknown properties and values of a definition are errors', () => {
  test('at the top level', () => {
    // @ts-expect-error The property is called `one_per`.
    definePoll({ title: 'Tea?', options: ['Yes', 'No'], one_pre: 'ip' });
    // @ts-expect-error The property is called `one_per`.
    askwell.polls.create({ title: 'Tea?', options: ['Yes', 'No'], one_pre: 'ip' });
    // @ts-expect-error There is no such type.
    definePoll({ title: 'Tea?', options: ['Yes', 'No'], type: 'yes_no' });
    // @ts-expect-error A poll needs options.
    definePoll({ title: 'Tea?' });
  });

  test('in options and fields', () => {
    // @ts-expect-error The property is called `required`.
    defineForm({ title: 'F', fields: [{ type: 'email', label: 'Email', requried: true }] });
    // @ts-expect-error An email field has no options.
    defineForm({ title: 'F', fields: [{ type: 'email', label: 'Email', options: ['a'] }] });
    // @ts-expect-error The property is called `label`.
    definePoll({ title: 'P', options: [{ id: 'a', label: 'A', lable: 'A' }, 'B'] });
  });

  test('a definition that is built at runtime is accepted', () => {
    const options: string[] = [];
    const poll: PollDraft = { title: 'Tea?', options };
    expectTypeOf(askwell.polls.create(poll)).toExtend<Call<Poll>>();
    expectTypeOf(askwell.polls.create({ title: 'Tea?', options })).toExtend<Call<Poll>>();
    expectTypeOf(askwell.quizzes.create({ title: 'Q', questions: [] } as QuizDraft)).toExtend<Call<{ id: string }>>();
    expectTypeOf(askwell.forms.create({ title: 'F', fields: [] } as FormDraft)).toExtend<Call<{ id: string }>>();
    expectTypeOf(askwell.polls.votes.list('poll_1')).toEqualTypeOf<List<NotedAnswer<Vote>>>();
    askwell.polls.votes.create('poll_1', { choices: options });
    const extended = async ({ id, options: before }: Poll) =>
      askwell.polls.update(id, { options: [...before, { label: 'Other' }] });
    expectTypeOf(extended).returns.resolves.toExtend<Poll>();
  });

  test('types that depend on runtime values accept every answer', async () => {
    const draft: PollDraft = { title: 'Tea?', options: ['Yes', 'No'] };
    const { id } = await askwell.polls.create(draft);
    expectTypeOf(await askwell.polls.votes.get(id, 'vote_1')).toEqualTypeOf<NotedAnswer<Vote>>();
    askwell.polls.votes.create(id, { ratings: { o1: 5 } });

    const type = askwell.polls ? 'rating' : 'single';
    const either = await askwell.polls.create({ title: 'Tea?', options: ['Yes', 'No'], type });
    expectTypeOf(await askwell.polls.votes.get(either.id, 'vote_1')).toEqualTypeOf<NotedAnswer<Vote>>();

    const other = Boolean(askwell.polls);
    const maybe = await askwell.polls.create({ title: 'Tea?', options: ['Yes', 'No'], other });
    askwell.polls.votes.create(maybe.id, { other: 'Perhaps' });

    const form: FormDraft = { title: 'F', fields: [{ type: 'email', label: 'Email' }] };
    const submissions = askwell.forms.submissions.list((await askwell.forms.create(form)).id);
    expectTypeOf(submissions).toEqualTypeOf<List<NotedAnswer<Submission>>>();
    const quiz: QuizDraft = { title: 'Q', questions: [] };
    const attempts = askwell.quizzes.attempts.list((await askwell.quizzes.create(quiz)).id);
    expectTypeOf(attempts).toEqualTypeOf<List<NotedAnswer<Attempt>>>();
  });
});
