import type { FormDraft, PollDraft, QuizDraft } from '../../src/shared/contract/resources.js';

const long = 'A very long sentence that goes on and on. '.repeat(120).slice(0, 4_990);
const rude = '<b>Bold</b> & "quoted" \u202e turned round \u2066 and left open';
const unbroken = 'Donaudampfschifffahrt'.repeat(20);

/** Polls of all types and states. */
export const pollDrafts = {
  single: {
    title: 'Where shall we meet in spring?',
    description: 'We book on Friday.\nBring somebody along if you like.',
    options: ['By the lake', 'In the mountains', { label: 'Somewhere in the city', max_votes: 1 }],
    other: true,
    show_others: true,
  },
  multiple: {
    type: 'multiple',
    title: 'Which days suit you?',
    options: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
    min_choices: 2,
    max_choices: 3,
    allow_change: true,
    results_visibility: 'always',
  },
  ranked: {
    type: 'ranked',
    title: 'What should we build next?',
    options: ['Search', 'Dark mode', 'Export', 'Webhooks'],
  },
  rating: { type: 'rating', title: 'How was the workshop?', options: ['Content', 'Pace', 'Food'], allow_change: true },
  rude: {
    type: 'multiple',
    title: rude + unbroken.slice(0, 200),
    description: `${rude}\n${long}`.slice(0, 5_000),
    options: [rude, unbroken, long.slice(0, 490)],
    other: true,
    after: { message: `${rude} ${long}`.slice(0, 5_000) },
  },
  arabic: {
    title: 'أين نلتقي في الربيع؟',
    description: 'نحجز يوم الجمعة.',
    options: ['عند البحيرة', 'في الجبال', 'Berlin'],
    locale: 'ar',
    other: true,
    results_visibility: 'always',
  },
  closed: { title: 'Where did we meet?', options: ['Here', 'There'], status: 'closed', results_visibility: 'always' },
  early: { title: 'Where will we meet?', options: ['Here', 'There'], opens_at: '2099-01-01T09:00:00Z' },
  full: { title: 'Who comes along?', options: ['I do', 'I do not'], max_answers: 1 },
  draft: { title: 'Not ready yet', options: ['Here', 'There'], status: 'draft' },
  tickets: { title: 'Members, please vote', options: ['Yes', 'No'], one_per: 'ticket' },
} as const satisfies Record<string, PollDraft>;

/** Quizzes that reveal answers and that have to be started. */
export const quizDrafts = {
  capitals: {
    title: 'A round of capitals',
    description: 'Seven questions, no hurry.',
    reveal: 'answers',
    collect_name: true,
    collect_email: true,
    pass_percentage: 60,
    results_visibility: 'after_answer',
    bands: [
      { min_percentage: 0, title: 'Room to grow', message: 'An atlas helps.' },
      { min_percentage: 60, title: 'Well travelled', message: 'You know your way around.' },
    ],
    questions: [
      {
        type: 'single',
        prompt: 'Which is the capital of Portugal?',
        options: ['Porto', 'Lisbon', 'Faro'],
        answer: 'o2',
        explanation: 'Since the year 1255.',
      },
      {
        type: 'multiple',
        prompt: 'Which of these are in South America?',
        options: ['Quito', 'Lima', 'Accra'],
        answer: ['o1', 'o2'],
        points: 2,
      },
      { type: 'boolean', prompt: 'Canberra is the capital of Australia.', answer: true },
      { type: 'text', prompt: 'What is the capital of France?', answer: ['Paris'] },
      { type: 'number', prompt: 'How many countries border Germany?', answer: { value: 9, tolerance: 1 } },
      {
        type: 'order',
        prompt: 'From the north to the south.',
        options: ['Oslo', 'Rome', 'Nairobi'],
        answer: ['o1', 'o2', 'o3'],
      },
      {
        type: 'match',
        prompt: 'What belongs together?',
        options: ['Kenya', 'Peru'],
        targets: ['Nairobi', 'Lima'],
        answer: { o1: 't1', o2: 't2' },
      },
    ],
  },
  signed: {
    title: 'A quiz with a name',
    collect_name: true,
    questions: [{ id: 'name', type: 'text', prompt: 'Who wrote Emma?', answer: ['Jane Austen'] }],
  },
  timed: {
    title: 'Against the clock',
    description: 'Two questions out of three.',
    time_limit_seconds: 90,
    draw: 2,
    one_per: 'browser',
    pass_percentage: 50,
    questions: [
      { type: 'boolean', prompt: 'Water boils at 100 °C at sea level.', answer: true },
      { type: 'boolean', prompt: 'Ice is heavier than water.', answer: false },
      { type: 'boolean', prompt: 'Salt lowers the freezing point of water.', answer: true },
    ],
  },
} as const satisfies Record<string, QuizDraft>;

/** Forms with fields of all types. */
export const formDrafts = {
  voters: {
    title: 'Sign up to vote',
    one_per: 'browser',
    fields: [{ id: 'voter', type: 'short_text', label: 'Your voter number', required: true }],
  },
  everything: {
    title: 'Tell us about your visit',
    description: 'It takes three minutes.',
    results_visibility: 'after_answer',
    fields: [
      { type: 'heading', label: 'About you', help: 'So that we can write back.' },
      {
        id: 'name',
        type: 'short_text',
        label: 'Your name',
        required: true,
        max_length: 40,
        placeholder: 'As we say it',
      },
      { id: 'email', type: 'email', label: 'Your email', required: true },
      { id: 'site', type: 'url', label: 'Your site', help: 'If you have one.' },
      { id: 'phone', type: 'phone', label: 'Your telephone' },
      { id: 'age', type: 'number', label: 'Your age', min: 16, max: 120, step: 1 },
      { id: 'day', type: 'date', label: 'The day you came' },
      { id: 'hour', type: 'time', label: 'The time you came' },
      { type: 'page', label: 'Your visit' },
      { id: 'how', type: 'single_choice', label: 'How did you come?', options: ['On foot', 'By train'], other: true },
      {
        id: 'train',
        type: 'short_text',
        label: 'Which train?',
        required: true,
        show_if: {
          all: [
            { field: 'how', is: 'o2' },
            { field: 'age', greater: 17 },
          ],
        },
      },
      {
        id: 'saw',
        type: 'multiple_choice',
        label: 'What did you see?',
        options: ['Garden', 'House', 'Shop'],
        max_choices: 2,
        other: true,
      },
      { id: 'country', type: 'dropdown', label: 'Where do you live?', options: ['France', 'Peru'], required: true },
      { id: 'best', type: 'ranking', label: 'What did you like best?', options: ['Garden', 'House', 'Shop'] },
      { id: 'stars', type: 'rating', label: 'How was it?', scale: { min: 1, max: 5 } },
      { id: 'likely', type: 'scale', label: 'How likely are you to come again?', required: true, nps: true },
      {
        id: 'staff',
        type: 'matrix',
        label: 'How were we?',
        rows: ['At the door', 'In the shop'],
        options: ['Kind', 'Neutral', 'Rude'],
      },
      { id: 'more', type: 'long_text', label: 'Anything else?', max_length: 1_000 },
      { id: 'campaign', type: 'hidden' },
      { id: 'terms', type: 'consent', label: 'You may keep what I wrote for a year', required: true },
    ],
  },
} as const satisfies Record<string, FormDraft>;
