import type { Form, FormDraft, Poll, PollDraft, Quiz, QuizDraft } from '@askwell/server/contract';

/** The properties that can be set, of each kind. The compiler reports missing and unknown ones. */
const shared = {
  title: true,
  description: true,
  site_id: true,
  status: true,
  opens_at: true,
  closes_at: true,
  max_answers: true,
  keep_answers_days: true,
  one_per: true,
  allow_change: true,
  anonymous: true,
  results_visibility: true,
  after: true,
  words: true,
  design: true,
  locale: true,
  languages: true,
  translations: true,
} as const;

const pollMembers: Members<PollDraft> = {
  ...shared,
  type: true,
  options: true,
  min_choices: true,
  max_choices: true,
  scale: true,
  style: true,
  labels: true,
  other: true,
  show_others: true,
  shuffle: true,
  results_order: true,
};

const quizMembers: Members<QuizDraft> = {
  ...shared,
  questions: true,
  pass_percentage: true,
  time_limit_seconds: true,
  max_attempts: true,
  reveal: true,
  feedback: true,
  shuffle_questions: true,
  shuffle_options: true,
  draw: true,
  bands: true,
  collect_name: true,
  collect_email: true,
  receipt: true,
};

const formMembers: Members<FormDraft> = {
  ...shared,
  layout: true,
  fields: true,
  results_order: true,
  receipt: true,
  welcome: true,
  variables: true,
  endings: true,
  quotas: true,
};

type Members<Draft> = { readonly [Member in keyof Draft]-?: true };

/**
 * Returns the definition of a poll, quiz or form, to create a copy. Omits the ID, the times and the number of answers.
 * IDs of options, questions and fields are the same in the copy.
 *
 * @example
 * const copy = await askwell.polls.create({ ...draftOf(await askwell.polls.get(id)), title: 'Lunch next week?' });
 */
export function draftOf(poll: Poll): PollDraft;
export function draftOf(quiz: Quiz): QuizDraft;
export function draftOf(form: Form): FormDraft;
export function draftOf(ask: Poll | Quiz | Form): PollDraft | QuizDraft | FormDraft {
  if ('questions' in ask) return pick(ask, quizMembers);
  return 'fields' in ask ? pick(ask, formMembers) : pick(ask, pollMembers);
}

/** Picks the properties that can be set. A newer server may return others, which requests must not contain. */
function pick<Draft extends object>(ask: Draft, members: Members<Draft>): Draft {
  const draft = { ...ask };
  for (const name of Object.keys(draft)) if (!(name in members)) Reflect.deleteProperty(draft, name);
  return draft;
}
