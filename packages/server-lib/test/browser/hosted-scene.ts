import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { FormDraft } from '../../src/forms/contract.js';
import { assets } from '../../src/pages/assets.js';
import type { PollDraft } from '../../src/polls/contract.js';
import type { QuizDraft } from '../../src/quizzes/contract.js';
import { createOwner, type Owner } from '../support/owner.js';
import { startServer, type TestServer } from '../support/server.js';
import { openWindow } from './scene.js';

/** A service with asks of every kind, and what their hosted pages can look like. */
export interface HostedScene {
  readonly server: TestServer;
  readonly owner: Owner;
  /** The ids of the asks, by what they are called below. */
  readonly ids: Readonly<Record<AskName, string>>;
  close(): Promise<void>;
}

const long = 'A very long sentence that goes on and on. '.repeat(120).slice(0, 4_990);
const rude = '<b>Bold</b> & "quoted" \u202e turned round \u2066 and left open';
const unbroken = 'Donaudampfschifffahrt'.repeat(20);

const pollDrafts = {
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

const quizDrafts = {
  capitals: {
    title: 'A round of capitals',
    description: 'Seven questions, no hurry.',
    reveal: 'answers',
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

const formDrafts = {
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
      { id: 'email', type: 'email', label: 'Your e-mail', required: true },
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
      { id: 'likely', type: 'scale', label: 'How likely are you to come again?', required: true },
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

export type AskName = keyof typeof pollDrafts | keyof typeof quizDrafts | keyof typeof formDrafts;

export async function setHostedScene(): Promise<HostedScene> {
  const server = await startServer({ trustProxy: ['127.0.0.1'] });
  const owner = await createOwner(server.house);
  const { account } = owner.session;
  const { askwell } = server;
  const made: [string, string][] = [];
  for (const [name, draft] of Object.entries<PollDraft>(pollDrafts)) {
    made.push([name, (await askwell.polls.create(account.id, draft)).id]);
  }
  for (const [name, draft] of Object.entries<QuizDraft>(quizDrafts)) {
    made.push([name, (await askwell.quizzes.create(account.id, draft)).id]);
  }
  for (const [name, draft] of Object.entries<FormDraft>(formDrafts)) {
    made.push([name, (await askwell.forms.create(account.id, draft)).id]);
  }
  const ids = Object.fromEntries(made) as HostedScene['ids'];
  const image_url = `${server.url}${assets.mark.path}`;
  await askwell.polls.update(account.id, ids.rating, {
    options: [
      { id: 'o1', label: 'Content', image_url },
      { id: 'o2', label: 'Pace' },
      { id: 'o3', label: 'Food' },
    ],
  });
  const scene = { server, owner, ids, close: () => server.close() };
  await furnish(scene);
  return scene;
}

/** Answers of others, so that there are results. */
async function furnish({ server, ids }: HostedScene): Promise<void> {
  const give = async (path: string, body: object) => {
    const reply = await fetch(`${server.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${++addresses >> 8}.${addresses & 255}` },
      body: JSON.stringify(body),
    });
    if (reply.status !== 201) throw new Error(`An answer was refused: ${await reply.text()}`);
  };
  for (const choices of [['o1'], ['o1'], ['o2'], ['o3']]) await give(`polls/${ids.single}/votes`, { choices });
  await give(`polls/${ids.single}/votes`, { choices: [], other: 'At the sea' });
  await give(`polls/${ids.full}/votes`, { choices: ['o1'] });
  for (const choices of [
    ['o1', 'o2'],
    ['o2', 'o3', 'o4'],
    ['o2', 'o4'],
  ]) {
    await give(`polls/${ids.multiple}/votes`, { choices });
  }
  for (const choices of [['o1', 'o2'], ['o2', 'o1'], ['o3', 'o2'], ['o4', 'o3', 'o1'], ['o1']]) {
    await give(`polls/${ids.ranked}/votes`, { choices });
  }
  await give(`polls/${ids.rating}/votes`, { ratings: { o1: 5, o2: 3 } });
  for (const choices of [['o1'], ['o1'], ['o2']]) await give(`polls/${ids.arabic}/votes`, { choices });
  const attempt = { q1: 'o2', q2: ['o1'], q3: true, q4: 'paris', q5: 9 };
  await give(`quizzes/${ids.capitals}/attempts`, { answers: attempt });
  const answers = {
    name: 'Noor',
    email: 'noor@example.com',
    age: 34,
    how: 'o1',
    saw: ['o1', 'o3'],
    country: 'o2',
    best: ['o2', 'o1'],
    stars: 4,
    likely: 9,
    staff: { r1: 'o1', r2: 'o2' },
    terms: true,
  };
  await give(`forms/${ids.everything}/submissions`, { answers });
}

let addresses = 0;

/** A state of a hosted page, and how to get there. */
export interface HostedView {
  readonly name: string;
  readonly ask: AskName;
  readonly query?: string;
  /** Whether its owner looks at it. */
  readonly isOwner?: boolean;
  /** What is done once the page is open. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Sends the form as it stands, past what the browser itself would ask for. */
export async function sendAsIs(page: Page): Promise<void> {
  await page.locator('form.answer').evaluate((form) => form.setAttribute('novalidate', ''));
  await send(page);
}

export async function send(page: Page): Promise<void> {
  await Promise.all([page.waitForURL(/\?/), page.locator('form.answer .actions button').click()]);
}

export const hostedViews: readonly HostedView[] = [
  { name: 'single', ask: 'single' },
  {
    name: 'single-wrong',
    ask: 'single',
    async act(page) {
      await page.getByLabel('By the lake').check();
      await page.getByRole('textbox', { name: 'Another answer' }).fill('At the sea');
      await sendAsIs(page);
    },
  },
  {
    name: 'single-thanks',
    ask: 'single',
    async act(page) {
      await page.getByLabel('By the lake').check();
      await send(page);
    },
  },
  { name: 'multiple', ask: 'multiple', act: (page) => page.getByText('Results').first().click() },
  {
    name: 'multiple-before',
    ask: 'multiple',
    async act(page) {
      await page.getByLabel('Monday').check();
      await page.getByLabel('Thursday').check();
      await send(page);
      await page.goto(page.url().split('?', 1)[0] ?? '');
    },
  },
  { name: 'ranked', ask: 'ranked' },
  {
    name: 'ranked-wrong',
    ask: 'ranked',
    async act(page) {
      await page.getByLabel('Search').selectOption('1');
      await page.getByLabel('Export').selectOption('1');
      await sendAsIs(page);
    },
  },
  {
    name: 'ranked-thanks',
    ask: 'ranked',
    async act(page) {
      await page.getByLabel('Export').selectOption('1');
      await page.getByLabel('Webhooks').selectOption('2');
      await send(page);
      await page.getByText('How it was decided').click();
    },
  },
  { name: 'rating', ask: 'rating' },
  {
    name: 'rating-thanks',
    ask: 'rating',
    async act(page) {
      await page.getByRole('group', { name: 'Content' }).getByLabel('4').check();
      await send(page);
    },
  },
  { name: 'rating-wrong', ask: 'rating', act: sendAsIs },
  { name: 'rude', ask: 'rude' },
  {
    name: 'rude-thanks',
    ask: 'rude',
    async act(page) {
      await page.locator('input[value="o1"]').check();
      await page.locator('input[value="o2"]').check();
      await send(page);
    },
  },
  { name: 'arabic', ask: 'arabic', act: (page) => page.locator('.more summary').first().click() },
  { name: 'arabic-wrong', ask: 'arabic', act: sendAsIs },
  { name: 'closed', ask: 'closed' },
  { name: 'early', ask: 'early' },
  { name: 'full', ask: 'full' },
  { name: 'draft', ask: 'draft', isOwner: true },
  { name: 'tickets', ask: 'tickets' },
  {
    name: 'tickets-wrong',
    ask: 'tickets',
    query: '?ticket=nothing-of-ours',
    async act(page) {
      await page.getByLabel('Yes').check();
      await send(page);
    },
  },
  { name: 'quiz', ask: 'capitals', act: (page) => page.getByText('Put your name to it').click() },
  {
    name: 'quiz-wrong',
    ask: 'capitals',
    async act(page) {
      await page.getByLabel('Oslo').selectOption('2');
      await page.getByLabel('Rome').selectOption('2');
      await page.getByText('Put your name to it').click();
      await page.getByLabel('E-mail').fill('nowhere');
      await sendAsIs(page);
    },
  },
  {
    name: 'quiz-thanks',
    ask: 'capitals',
    async act(page) {
      await page.getByLabel('Lisbon').check();
      await page.getByLabel('Quito').check();
      await page.getByLabel('False').check();
      await page.getByLabel('What is the capital of France?').fill('paris');
      await page.getByLabel('Kenya').selectOption({ label: 'Nairobi' });
      await page.getByLabel('Oslo').selectOption('1');
      await page.getByLabel('Rome').selectOption('2');
      await send(page);
    },
  },
  { name: 'timed', ask: 'timed' },
  {
    name: 'timed-started',
    ask: 'timed',
    act: (page) => page.getByRole('button', { name: 'Start the quiz' }).click(),
  },
  { name: 'form', ask: 'everything' },
  {
    name: 'form-wrong',
    ask: 'everything',
    async act(page) {
      await page.getByLabel('Your name').fill('Noor <b>Haddad</b>');
      await page.getByLabel('Your e-mail').fill('nowhere');
      await page.getByLabel('By train').check();
      await page.getByLabel('Your age').fill('34');
      for (const label of ['Garden', 'House', 'Shop']) await page.getByRole('checkbox', { name: label }).check();
      await page.getByLabel('Anything else?').fill('Two\nlines');
      await sendAsIs(page);
    },
  },
  {
    name: 'form-thanks',
    ask: 'everything',
    async act(page) {
      await page.getByLabel('Your name').fill('Mira');
      await page.getByLabel('Your e-mail').fill('mira@example.com');
      await page.getByLabel('Where do you live?').selectOption({ label: 'France' });
      await page.getByRole('group', { name: 'How likely are you' }).getByLabel('8').check();
      await page.getByLabel('You may keep').check();
      await send(page);
    },
  },
];

/** Opens a hosted page in a window of its own, with an address of its own. */
export async function openHosted(
  browser: Browser,
  scene: HostedScene,
  view: HostedView,
  options: BrowserContextOptions = {},
  watch: (page: Page) => unknown = () => {},
): Promise<{ context: BrowserContext; page: Page }> {
  const { server, ids } = scene;
  const extraHTTPHeaders = { 'x-forwarded-for': `10.8.${++addresses >> 8}.${addresses & 255}` };
  const owner = view.isOwner ? scene.owner : null;
  const context = await openWindow(browser, server, owner, { javaScriptEnabled: false, extraHTTPHeaders, ...options });
  const page = await context.newPage();
  await watch(page);
  await page.goto(`${server.url}/p/${ids[view.ask]}${view.query ?? ''}`);
  await view.act?.(page);
  return { context, page };
}
