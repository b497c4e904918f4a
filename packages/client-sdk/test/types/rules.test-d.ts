import { type Askwell, defineForm, definePoll, defineQuiz } from '@askwell/client';
import { describe, expectTypeOf, test } from 'vitest';

declare const askwell: Askwell;
declare const text: string;
declare const maybe: boolean;

describe('IDs must be distinct', () => {
  test('of options, rows and targets', () => {
    const two = { id: 'a', label: 'A' } as const;
    // @ts-expect-error Two options have the ID `a`.
    definePoll({ title: 'P', options: [two, two] });
    // @ts-expect-error Two options have the ID `a`.
    askwell.polls.create({ title: 'P', options: [{ id: 'a', label: 'A' }, 'B', { id: 'a', label: 'C' }] });
    // @ts-expect-error Two options of the field have the ID `a`.
    defineForm({ title: 'F', fields: [{ type: 'dropdown', label: 'D', options: [two, two] }] });
    // @ts-expect-error Two rows of the field have the ID `a`.
    defineForm({ title: 'F', fields: [{ type: 'matrix', label: 'M', options: ['Yes'], rows: [two, two] }] });
    const match = { type: 'match', prompt: 'M', options: ['A'], answer: { o1: 'a' } } as const;
    // @ts-expect-error Two targets of the question have the ID `a`.
    defineQuiz({ title: 'Q', questions: [{ ...match, targets: [two, two] }] });
  });

  test('of fields and questions', () => {
    const email = { id: 'email', type: 'email', label: 'Email' } as const;
    // @ts-expect-error Two fields have the ID `email`.
    defineForm({ title: 'F', fields: [email, { ...email, label: 'Again' }] });
    const so = { id: 'so', type: 'boolean', prompt: 'So?', answer: true } as const;
    // @ts-expect-error Two questions have the ID `so`.
    askwell.quizzes.create({ title: 'Q', questions: [so, { ...so, prompt: 'Still?' }] });
    // @ts-expect-error Two questions have the ID `so`.
    askwell.quizzes.update('quiz_1', { questions: [so, { ...so, prompt: 'Still?' }] });
  });

  test('as far as they are known', () => {
    definePoll({
      title: 'P',
      options: [
        { id: text, label: 'A' },
        { id: text, label: 'B' },
        { id: 'a', label: 'C' },
      ],
    });
  });
});

describe('properties that contradict each other do not compile', () => {
  const options = ['Tea', 'Coffee'] as const;

  test('max_choices in polls with a single choice', () => {
    // @ts-expect-error The type is `single` by default.
    definePoll({ title: 'P', options, max_choices: 2 });
    // @ts-expect-error Only polls of the types `multiple` and `ranked` have `max_choices`.
    askwell.polls.create({ title: 'P', options, type: 'single', max_choices: 2 });
    // @ts-expect-error Ratings have no choices.
    definePoll({ title: 'P', options, type: 'rating', min_choices: 1 });
    definePoll({ title: 'P', options, type: 'multiple', max_choices: 2 });
    definePoll({ title: 'P', options, type: 'ranked', min_choices: 1 });
    definePoll({ title: 'P', options, max_choices: null });
    definePoll({ title: 'P', options, type: maybe ? 'single' : 'multiple', max_choices: 2 });
  });

  test('properties of ratings in other polls, and write-ins in ratings', () => {
    // @ts-expect-error Only ratings have a scale.
    definePoll({ title: 'P', options, scale: { min: 1, max: 3 } });
    // @ts-expect-error A rating takes no write-ins.
    definePoll({ title: 'P', options, type: 'rating', other: true });
    definePoll({ title: 'P', options, type: 'rating', other: false, scale: { min: 1, max: 3 } });
    definePoll({ title: 'P', options, type: 'rating', other: maybe });
  });

  test('allow_change and max_attempts without one_per', () => {
    const fields = [{ type: 'email', label: 'Email' }] as const;
    const questions = [{ type: 'boolean', prompt: 'So?', answer: true }] as const;
    // @ts-expect-error `one_per` is null.
    definePoll({ title: 'P', options, one_per: null, allow_change: true });
    // @ts-expect-error `one_per` is null by default.
    defineForm({ title: 'F', fields, allow_change: true });
    // @ts-expect-error `one_per` is null by default.
    askwell.quizzes.create({ title: 'Q', questions, allow_change: true });
    // @ts-expect-error `one_per` is null by default.
    defineQuiz({ title: 'Q', questions, max_attempts: 2 });
    definePoll({ title: 'P', options, allow_change: true });
    defineForm({ title: 'F', fields, allow_change: true, one_per: 'ip' });
    defineForm({ title: 'F', fields, allow_change: false });
    defineForm({ title: 'F', fields, allow_change: true, one_per: maybe ? 'ip' : null });
    defineQuiz({ title: 'Q', questions, max_attempts: 2, one_per: 'browser' });
  });
});

describe('conditions refer to earlier fields and their options', () => {
  const room = {
    id: 'room',
    type: 'dropdown',
    label: 'Room',
    options: [{ id: 'sea', label: 'Sea' }, 'Garden'],
  } as const;
  const note = { type: 'long_text', label: 'Why?' } as const;

  test('fields', () => {
    defineForm({ title: 'F', fields: [room, { ...note, show_if: { all: [{ field: 'room', is: 'sea' }] } }] });
    defineForm({ title: 'F', fields: [note, { ...note, show_if: { any: [{ field: 'f1', contains: 'x' }] } }] });
    // @ts-expect-error There is no field `rom`.
    defineForm({ title: 'F', fields: [room, { ...note, show_if: { all: [{ field: 'rom', is: 'sea' }] } }] });
    const answered = { field: 'rom', answered: true } as const;
    // @ts-expect-error There is no field `rom`.
    askwell.forms.create({ title: 'F', fields: [room, { ...note, show_if: { any: [answered] } }] });
    // @ts-expect-error The field comes later.
    defineForm({ title: 'F', fields: [{ ...note, show_if: { all: [{ field: 'room', is: 'sea' }] } }, room] });
    // @ts-expect-error A field cannot depend on itself.
    defineForm({ title: 'F', fields: [{ ...note, id: 'a', show_if: { all: [{ field: 'a', answered: true }] } }] });
    const heading = { id: 'top', type: 'heading', label: 'Top' } as const;
    // @ts-expect-error A heading takes no answers.
    defineForm({ title: 'F', fields: [heading, { ...note, show_if: { all: [{ field: 'top', answered: true }] } }] });
  });

  test('options and values', () => {
    // @ts-expect-error The field has no option `see`.
    defineForm({ title: 'F', fields: [room, { ...note, show_if: { all: [{ field: 'room', is: 'see' }] } }] });
    const conditions = [
      { field: 'room', is_not: 'sea' },
      { field: 'room', is: 'o2' },
    ] as const;
    // @ts-expect-error The second condition has an unknown option.
    defineForm({ title: 'F', fields: [room, { ...note, show_if: { any: conditions } }] });
    const terms = { id: 'terms', type: 'consent', label: 'Terms' } as const;
    // @ts-expect-error A consent is a boolean.
    defineForm({ title: 'F', fields: [terms, { ...note, show_if: { all: [{ field: 'terms', is: 'yes' }] } }] });
    const nights = { id: 'nights', type: 'number', label: 'Nights' } as const;
    // @ts-expect-error The field is a number.
    defineForm({ title: 'F', fields: [nights, { ...note, show_if: { all: [{ field: 'nights', greater: '3' }] } }] });
    defineForm({ title: 'F', fields: [nights, { ...note, show_if: { all: [{ field: 'nights', greater: 3 }] } }] });
    defineForm({ title: 'F', fields: [room, { ...note, show_if: { all: [{ field: text, is: text }] } }] });
  });

  test('single conditions, and groups in groups', () => {
    defineForm({ title: 'F', fields: [room, { ...note, show_if: { field: 'room', is: 'sea' } }] });
    // @ts-expect-error The field has no option `see`.
    defineForm({ title: 'F', fields: [room, { ...note, show_if: { field: 'room', is: 'see' } }] });
    const group = { none: [{ field: 'rom', answered: true }] } as const;
    // @ts-expect-error There is no field `rom`.
    defineForm({ title: 'F', fields: [room, { ...note, show_if: { any: [{ field: 'room', is: 'o1' }, group] } }] });
  });

  test('rows, lists, ranges and operands', () => {
    const stay = {
      id: 'stay',
      type: 'matrix',
      label: 'Stay',
      rows: [{ id: 'bed', label: 'Bed' }],
      options: [{ id: 'bad', label: 'Bad' }],
    } as const;
    const from = { id: 'from', type: 'date', label: 'From' } as const;
    const until = { id: 'until', type: 'date', label: 'Until' } as const;
    const all = [
      { field: 'stay', row: 'bed', is: 'bad' },
      { field: 'room', one_of: ['sea', 'o1'] },
      { field: 'until', between: [{ field: 'from' }, { today: 30 }] },
      { count: 'stay', at_least: 1 },
      { variable: 'price', greater: { variable: 'limit' } },
    ] as const;
    const variables = [
      { id: 'price', type: 'number' },
      { id: 'limit', type: 'number' },
    ] as const;
    defineForm({ title: 'F', fields: [stay, room, from, until, { ...note, show_if: { all } }], variables });
    // @ts-expect-error The matrix has no row `bath`.
    defineForm({ title: 'F', fields: [stay, { ...note, show_if: { field: 'stay', row: 'bath', is: 'bad' } }] });
    // @ts-expect-error The matrix has no option `good`.
    defineForm({ title: 'F', fields: [stay, { ...note, show_if: { field: 'stay', row: 'bed', is: 'good' } }] });
    // @ts-expect-error The field has no option `see`.
    defineForm({ title: 'F', fields: [room, { ...note, show_if: { field: 'room', one_of: ['sea', 'see'] } }] });
    const after = { ...note, show_if: { field: 'until', after: { field: 'from' } } } as const;
    // @ts-expect-error The field `from` comes later.
    defineForm({ title: 'F', fields: [until, after, from] });
  });
});

describe('the logic of a form refers to what the form has', () => {
  const room = {
    id: 'room',
    type: 'dropdown',
    label: 'Room',
    options: [{ id: 'sea', label: 'Sea' }, 'Garden'],
  } as const;
  const beds = { id: 'beds', type: 'matrix', label: 'Beds', rows: ['Soft', 'Warm'], options: ['Yes', 'No'] } as const;
  const nights = { id: 'nights', type: 'number', label: 'Nights' } as const;
  const guests = { id: 'guests', type: 'number', label: 'Guests' } as const;
  const why = { id: 'why', type: 'long_text', label: 'Why?' } as const;

  test('in groups of conditions, operands and lists of values', () => {
    defineForm({
      title: 'F',
      fields: [
        room,
        beds,
        nights,
        { ...guests, require_if: { field: 'nights', greater: 3 } },
        {
          ...why,
          show_if: {
            any: [
              { all: [{ field: 'room', one_of: ['sea', 'o1'] }, { none: [{ field: 'nights', between: [1, 3] }] }] },
              { field: 'nights', less: { field: 'guests' } },
              { field: 'beds', row: 'r1', is: 'o2' },
              { count: 'room', at_least: 1 },
            ],
          },
        },
      ],
    });
    const ends = { title: 'F', fields: [room, nights, why] } as const;
    // @ts-expect-error There is no field `night`.
    defineForm({ title: 'F', fields: [nights, { ...why, show_if: { field: 'night', greater: 3 } }] });
    // @ts-expect-error The condition in the inner group names no field.
    defineForm({ title: 'F', fields: [nights, { ...why, show_if: { all: [{ any: [{ field: 'night', is: 3 }] }] } }] });
    // @ts-expect-error The field has no option `see`.
    defineForm({ title: 'F', fields: [room, { ...why, show_if: { field: 'room', one_of: ['sea', 'see'] } }] });
    // @ts-expect-error A number is not between texts.
    defineForm({ title: 'F', fields: [nights, { ...why, show_if: { field: 'nights', between: [1, '3'] } }] });
    // @ts-expect-error There is no field `guest` to compare with.
    defineForm({ title: 'F', fields: [nights, { ...why, show_if: { field: 'nights', less: { field: 'guest' } } }] });
    // @ts-expect-error The matrix has no third row.
    defineForm({ title: 'F', fields: [beds, { ...why, show_if: { field: 'beds', row: 'r3', is: 'o1' } }] });
    // @ts-expect-error A number has no choices to count.
    defineForm({ title: 'F', fields: [nights, { ...why, show_if: { count: 'nights', is: 1 } }] });
    // @ts-expect-error There is no field `nigths`.
    defineForm({ ...ends, fields: [nights, { ...why, require_if: { field: 'nigths', is: 1 } }] });
    const option = { label: 'Two', show_if: { field: 'night', greater: 1 } } as const;
    // @ts-expect-error The condition of an option names no field.
    defineForm({ ...ends, fields: [nights, { id: 'a', type: 'dropdown', label: 'A', options: ['One', option] }] });
  });

  test('in variables, endings and quotas', () => {
    const fields = [room, nights] as const;
    const price = { id: 'price', type: 'number', rules: [{ set: { score: 'room' } }, { multiply: 2 }] } as const;
    defineForm({
      title: 'F',
      fields: [room, nights, { ...why, show_if: { variable: 'price', greater: 10 } }],
      variables: [
        price,
        { id: 'total', type: 'number', rules: [{ when: { field: 'nights', is: 1 }, add: { variable: 'price' } }] },
      ],
      endings: [
        { id: 'much', title: 'E', when: { variable: 'total', greater: { variable: 'price' } } },
        { title: 'F' },
      ],
      quotas: [{ limit: 3, when: { field: 'room', is: 'sea' }, ending: 'e1' }],
    });
    const ended = <const Given>(when: Given) => [{ title: 'E', when }] as const;
    const base = { title: 'F', fields, variables: [price] } as const;
    defineForm({ ...base, endings: ended({ variable: 'price', is: 1 }) });
    // @ts-expect-error There is no variable `prize`.
    defineForm({ ...base, endings: ended({ variable: 'prize', is: 1 }) });
    // @ts-expect-error The variable is a number.
    defineForm({ ...base, endings: ended({ variable: 'price', is: '1' }) });
    // @ts-expect-error The form has no variables.
    defineForm({ title: 'F', fields: [nights, { ...why, show_if: { variable: 'price', greater: 10 } }] });
    const adds = { id: 'sum', type: 'number', rules: [{ add: { field: 'night' } }] } as const;
    // @ts-expect-error There is no field `night`.
    defineForm({ ...base, variables: [adds] });
    // @ts-expect-error Two variables have the ID `price`.
    defineForm({ title: 'F', fields, variables: [price, price] });
    const done = { id: 'done', title: 'E' } as const;
    // @ts-expect-error Two endings have the ID `done`.
    defineForm({ title: 'F', fields, endings: [done, done] });
    // @ts-expect-error There is no ending `over`.
    defineForm({ title: 'F', fields, endings: [done], quotas: [{ limit: 3, ending: 'over' }] });
    // @ts-expect-error There is no field `night`.
    askwell.forms.create({ title: 'F', fields, quotas: [{ limit: 3, when: { field: 'night', is: 1 } }] });
  });

  test('in jumps of pages', () => {
    const endings = [{ id: 'done', title: 'E' }] as const;
    const last = { id: 'last', type: 'page' } as const;
    const to = <const Target extends string>(target: Target) =>
      ({ id: 'first', type: 'page', next: [{ when: { field: 'nights', is: 1 }, to: target }] }) as const;
    defineForm({ title: 'F', fields: [to('last'), nights, last], endings });
    defineForm({ title: 'F', fields: [to('done'), nights, last], endings });
    defineForm({ title: 'F', fields: [to('submit'), nights, last] });
    defineForm({ title: 'F', fields: [to(text), nights, last] });
    // @ts-expect-error There is no such page or ending.
    defineForm({ title: 'F', fields: [to('end'), nights, last], endings });
    // @ts-expect-error A page cannot lead to itself.
    defineForm({ title: 'F', fields: [to('first'), nights, last] });
    // @ts-expect-error A page cannot lead back.
    defineForm({ title: 'F', fields: [last, nights, to('last')] });
    // @ts-expect-error There is no field `nights`.
    defineForm({ title: 'F', fields: [to('last'), last] });
  });

  test('as far as they are known', () => {
    const ids = { field: text, row: text, variable: text };
    defineForm({
      title: 'F',
      fields: [
        { id: 'p', type: 'page', next: [{ to: text }] },
        nights,
        {
          ...why,
          show_if: {
            any: [
              { field: ids.field, is: { variable: text } },
              { variable: text, is: 1 },
            ],
          },
        },
      ],
      quotas: [{ limit: 1, ending: text }],
    });
  });
});

test('the ID of another kind does not compile, and a string does', async () => {
  const form = await askwell.forms.create({ title: 'F', fields: [{ type: 'email', label: 'Email' }] });
  const [listed] = await askwell.polls.list().toArray();
  const pollId = listed?.id ?? text;
  // @ts-expect-error It is the ID of a form.
  askwell.quizzes.get(form.id);
  // @ts-expect-error It is the ID of a form.
  askwell.quizzes.delete(form.id);
  // @ts-expect-error It is the ID of a form.
  askwell.polls.votes.list(form.id);
  // @ts-expect-error It is the ID of a form.
  askwell.quizzes.tickets.count(form.id);
  // @ts-expect-error It is the ID of a form.
  askwell.quizzes.update(form.id, { title: 'Q' });
  askwell.forms.tickets.count(form.id);
  askwell.forms.get(text);
  askwell.polls.votes.reset(pollId);
  expectTypeOf(form.id).toExtend<string>();
});

describe('after an update, the types are those of the new definition', () => {
  test('of options', async () => {
    const before = await askwell.polls.create({ title: 'P', options: ['Tea', { id: 'no', label: 'No' }] });
    const after = await askwell.polls.update(before.id, {
      options: [
        { id: 'no', label: 'No' },
        { id: 'yes', label: 'Yes' },
      ],
    });
    const vote = await askwell.polls.votes.get(after.id, 'vote_1');
    expectTypeOf(vote.choices).toEqualTypeOf<('no' | 'yes')[]>();
    // @ts-expect-error The option was removed.
    askwell.polls.votes.create(after.id, { choices: ['o1'] });
    const renamed = await askwell.polls.update(after.id, { title: 'R' });
    expectTypeOf((await askwell.polls.votes.get(renamed.id, 'vote_1')).choices).toEqualTypeOf<('no' | 'yes')[]>();
  });

  test('of properties', async () => {
    const before = await askwell.polls.create({ title: 'P', options: ['Tea', 'Coffee'] });
    const after = await askwell.polls.update(before.id, { other: true });
    expectTypeOf((await askwell.polls.votes.get(after.id, 'vote_1')).other).toEqualTypeOf<string | null>();
    // @ts-expect-error The poll has the type `single`.
    askwell.polls.update(before.id, { max_choices: 2 });
    const ranked = await askwell.polls.update(before.id, { type: 'ranked', max_choices: 2 });
    expectTypeOf((await askwell.polls.results(ranked.id)).ranked.winners).toEqualTypeOf<('o1' | 'o2')[]>();
    // @ts-expect-error The property is called `other`.
    askwell.polls.update(before.id, { others: true });
  });

  test('of fields, whose new options have an unknown number', async () => {
    const before = await askwell.forms.create({ title: 'F', fields: [{ id: 'email', type: 'email', label: 'Email' }] });
    // @ts-expect-error `one_per` is null.
    askwell.forms.update(before.id, { allow_change: true });
    const after = await askwell.forms.update(before.id, {
      fields: [
        { id: 'email', type: 'email', label: 'Email', required: true },
        { id: 'room', type: 'dropdown', label: 'Room', options: ['Sea', 'Garden'] },
        { type: 'number', label: 'Nights' },
      ],
    });
    const { answers } = await askwell.forms.submissions.get(after.id, 'submission_1');
    expectTypeOf(answers.email).toEqualTypeOf<string>();
    expectTypeOf(answers.room).toEqualTypeOf<`o${number}` | undefined>();
    expectTypeOf(answers.f7).toEqualTypeOf<number | undefined>();
    askwell.forms.update(before.id, {
      // @ts-expect-error There is no field `mail`.
      fields: [{ id: 'email', type: 'email', label: 'Email', show_if: { all: [{ field: 'mail', answered: true }] } }],
    });
  });

  test('of a quiz, whose answer keys are checked', async () => {
    const { id, questions } = await askwell.quizzes.create({
      title: 'Q',
      questions: [{ id: 'italy', type: 'single', prompt: 'Of Italy?', options: ['Rome', 'Milan'], answer: 'o1' }],
    });
    const italy = { id: 'italy', type: 'single', prompt: 'Of Italy?' } as const;
    const options = [
      { id: 'rome', label: 'Rome' },
      { id: 'milan', label: 'Milan' },
    ] as const;
    const after = await askwell.quizzes.update(id, { questions: [{ ...italy, options, answer: 'rome' }] });
    expectTypeOf((await askwell.quizzes.attempts.get(after.id, 'attempt_1')).answers.italy).toEqualTypeOf<
      'rome' | 'milan' | undefined
    >();
    // @ts-expect-error The question has no option `paris`.
    askwell.quizzes.update(id, { questions: [{ ...italy, options, answer: 'paris' }] });
    // @ts-expect-error The answer key of a text question is an array.
    askwell.quizzes.update(id, { questions: [{ id: 'italy', type: 'text', prompt: 'Of Italy?', answer: 'Rome' }] });
    // @ts-expect-error The answer key of a text question is an array.
    askwell.quizzes.update('quiz_1', { questions: [{ type: 'text', prompt: 'Of Italy?', answer: 'Rome' }] });
    askwell.quizzes.update(id, { questions: questions.map((question) => ({ ...question, points: 2 })) });
  });

  test('of a string, from the changes as far as they say', async () => {
    const closed = await askwell.polls.update('poll_1', { status: 'closed' });
    expectTypeOf((await askwell.polls.votes.get(closed.id, 'vote_1')).choices).toEqualTypeOf<string[] | null>();
    const changed = await askwell.forms.update('form_1', { fields: [{ id: 'email', type: 'email', label: 'Email' }] });
    expectTypeOf((await askwell.forms.submissions.get(changed.id, 'submission_1')).answers).toEqualTypeOf<{
      email?: string;
    }>();
  });
});

test('a started quiz has the questions of its definition', async () => {
  const { id } = await askwell.quizzes.create({
    title: 'Q',
    time_limit_seconds: 60,
    questions: [
      {
        id: 'italy',
        type: 'single',
        prompt: 'Of Italy?',
        options: ['Rome', { id: 'milan', label: 'Milan' }],
        answer: 'o1',
      },
      { type: 'match', prompt: 'M', options: ['A'], targets: ['B'], answer: { o1: 't1' } },
    ],
  });
  const { quiz, checks } = await askwell.quizzes.start(id);
  expectTypeOf(quiz.questions[0]?.id).toEqualTypeOf<'italy' | 'q1' | undefined>();
  expectTypeOf(checks[0]?.id).toEqualTypeOf<'italy' | 'q1' | undefined>();
  const italy = quiz.questions.find((question) => question.id === 'italy');
  expectTypeOf(italy?.type).toEqualTypeOf<'single' | undefined>();
  expectTypeOf(italy?.options[0]?.id).toEqualTypeOf<'o1' | 'milan' | undefined>();
  // @ts-expect-error The quiz has no such question.
  askwell.quizzes.attempts.create(quiz.id, { answers: { spain: 'o1' } });
  // @ts-expect-error The quiz has no such question.
  quiz.questions.find((question) => question.id === 'spain');
});
