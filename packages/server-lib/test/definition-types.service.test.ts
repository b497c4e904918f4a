import { describe, expectTypeOf, test } from 'vitest';
import {
  type AnswerListChoice,
  type Askwell,
  type Attempt,
  defineForm,
  definePoll,
  defineQuiz,
  type FormDraft,
  type HostedAccount,
  type NotedAnswer,
  type Poll,
  type PollDraft,
  type PollResults,
  type QuizDraft,
  type Submission,
  type Vote,
  type VoteDraft,
  type VoteReceipt,
} from '../src/index.js';

/** The compiler checks these programs. They are not run. */
declare const askwell: Askwell;
declare const account: HostedAccount;

const contact = defineForm({
  title: 'Contact',
  fields: [
    { id: 'email', type: 'email', label: 'Email', required: true },
    { id: 'nights', type: 'number', label: 'Nights' },
    { id: 'room', type: 'dropdown', label: 'Room', options: [{ id: 'sea', label: 'Sea view' }, 'Garden view'] },
  ],
});
const lunch = definePoll({ title: 'Lunch?', options: [{ id: 'soup', label: 'Soup' }, 'Salad'] });
const capitals = defineQuiz({
  title: 'Capitals',
  questions: [{ id: 'italy', type: 'single', prompt: 'Of Italy?', options: ['Rome', 'Milan'], answer: 'o1' }],
});

interface ContactAnswers {
  email: string;
  nights?: number;
  room?: 'sea' | 'o1';
}

describe('in process, the types of answers follow from the definition', () => {
  test('of a form that `ensure` or `create` returned', () => {
    const program = async () => {
      for (const { id } of [
        await askwell.forms.ensure(account, 'contact', contact),
        await askwell.forms.create(account, contact),
        await askwell.forms.getByKey<typeof contact>(account, 'contact'),
      ]) {
        for await (const { answers } of askwell.forms.submissions.list(account, id))
          expectTypeOf(answers).toEqualTypeOf<ContactAnswers>();
        for await (const { answers } of askwell.forms.answers.list(account, id))
          expectTypeOf(answers).toEqualTypeOf<ContactAnswers>();
        const { answers } = await askwell.forms.submissions.get(account, id, 'submission_1');
        expectTypeOf(answers).toEqualTypeOf<ContactAnswers>();
        const { fields } = await askwell.forms.results(account, id);
        expectTypeOf(fields[0]?.id).toEqualTypeOf<'email' | 'nights' | 'room' | undefined>();
        await askwell.forms.submissions.create(id, { answers: { email: 'a@example.com', room: 'sea' } });
        // @ts-expect-error The field is required.
        await askwell.forms.submissions.create(id, { answers: { room: 'sea' } });
        // @ts-expect-error The field has no such option.
        await askwell.forms.submit(id, { answers: { email: 'a@example.com', room: 'o2' } });
        // @ts-expect-error The field does not exist.
        await askwell.forms.submissions.batch(account, id, [{ answers: { email: 'a@example.com', name: 'A' } }]);
      }
    };
    expectTypeOf(program).returns.resolves.toBeVoid();
  });

  test('of a poll', () => {
    const program = async () => {
      const { id } = await askwell.polls.ensure(account, 'lunch', lunch);
      const receipt = await askwell.polls.votes.create(id, { choices: ['soup'] }, { id: 'member' });
      expectTypeOf(receipt.choices).toEqualTypeOf<('soup' | 'o1')[]>();
      const { options } = await askwell.polls.results(account, id, { where: { choice: 'soup' } });
      expectTypeOf(options[0]?.id).toEqualTypeOf<'soup' | 'o1' | undefined>();
      // @ts-expect-error There is no such option.
      await askwell.polls.vote(id, { choices: ['soap'] });
      const closed = await askwell.polls.update(account, id, { status: 'closed' });
      const vote = await askwell.polls.votes.get(account, closed.id, 'vote_1');
      expectTypeOf(vote.choices).toEqualTypeOf<('soup' | 'o1')[]>();
      // @ts-expect-error A poll is not a form.
      await askwell.forms.get(account, id);
    };
    expectTypeOf(program).returns.resolves.toBeVoid();
  });

  test('of a quiz', () => {
    const program = async () => {
      const { id } = await askwell.quizzes.ensure(account, 'capitals', capitals);
      const { answers } = await askwell.quizzes.attempts.get(account, id, 'attempt_1');
      expectTypeOf(answers).toEqualTypeOf<{ italy?: 'o1' | 'o2' }>();
      // @ts-expect-error There is no such option.
      await askwell.quizzes.attempts.create(id, { answers: { italy: 'o3' } });
    };
    expectTypeOf(program).returns.resolves.toBeVoid();
  });
});

test('in process, definitions are checked, and may be readonly or only known at runtime', () => {
  const program = async (poll: PollDraft, quiz: QuizDraft, form: FormDraft) => {
    const constant = { title: 'Lunch?', options: ['Soup', 'Salad'] } as const;
    expectTypeOf(await askwell.polls.create(account, constant)).toExtend<Poll>();
    await askwell.polls.ensure(account, 'lunch', constant);
    await askwell.polls.create(account, poll);
    await askwell.quizzes.ensure(account, 'quiz', quiz);
    await askwell.forms.ensure(account, 'form', form);
    const { options } = await askwell.polls.get(account, 'poll_1');
    await askwell.polls.update(account, 'poll_1', { options: [...options, 'Cake'] });
    // @ts-expect-error Unknown members do not compile.
    await askwell.polls.ensure(account, 'lunch', { ...constant, colour: 'red' });
    // @ts-expect-error `max_choices` requires the type `multiple` or `ranked`.
    await askwell.polls.create(account, { title: 'Lunch?', options: ['a', 'b'], max_choices: 2 });
  };
  expectTypeOf(program).returns.resolves.toBeVoid();
});

test('in process, an ID that is only a string has the types of any definition', () => {
  type Item<List> = List extends AsyncGenerator<infer Each> ? Each : never;
  const votes = (choice: AnswerListChoice) => askwell.polls.votes.list(account, 'poll_1', choice);
  expectTypeOf<Item<ReturnType<typeof votes>>>().toEqualTypeOf<NotedAnswer<Vote>>();
  const attempts = (id: string) => askwell.quizzes.attempts.get(account, id, 'attempt_1');
  expectTypeOf(attempts).returns.resolves.toEqualTypeOf<NotedAnswer<Attempt>>();
  const submissions = (id: string) => askwell.forms.submissions.get(account, id, 'submission_1');
  expectTypeOf(submissions).returns.resolves.toEqualTypeOf<NotedAnswer<Submission>>();
  const results = (id: string) => askwell.polls.results(account, id);
  expectTypeOf(results).returns.resolves.toEqualTypeOf<PollResults>();
  const vote = (id: string, draft: VoteDraft) => askwell.polls.votes.create(id, draft);
  expectTypeOf(vote).returns.resolves.toEqualTypeOf<VoteReceipt>();
});

test('in process, an account is an object that Askwell returned, or the text of an ID', () => {
  const program = async ({ id, externalId, name, email }: HostedAccount) => {
    await askwell.polls.list(account).next();
    await askwell.polls.list(String(id)).next();
    const customer = { ...account, plan: 'pro' };
    await askwell.polls.list(customer).next();
    const session = await askwell.auth.session({ headers: {} });
    if (session) await askwell.polls.list(session.account).next();
    await askwell.polls.list(await askwell.accounts.get({ id })).next();
    // @ts-expect-error A number can be an ID of Askwell or an ID of the app.
    await askwell.polls.list(id).next();
    // @ts-expect-error
    await askwell.polls.create(7, lunch);
    // @ts-expect-error
    await askwell.accounts.get(id);
    // @ts-expect-error The user of an app can have a number too.
    await askwell.polls.list({ id }).next();
    // @ts-expect-error An object with the members of an account is not one.
    await askwell.polls.list({ id, externalId, name, email }).next();
    // @ts-expect-error
    await askwell.accounts.get({ id, email });
  };
  expectTypeOf(program).returns.resolves.toBeVoid();
});
