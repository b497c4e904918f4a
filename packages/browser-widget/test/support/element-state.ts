import type { PollType } from '@askwell/server/contract';
import type { Locator, Route, Page as Tab } from 'playwright-core';
import type { Plural } from '../../../server-lib/test/support/asks/create-ask.js';
import { everyField, everyQuestion } from './asks.js';
import { createAsk, sendAnswer, sendAsOwner, servers } from './browser.js';
import { picturePath } from './pages.js';

type Act = (element: Locator, page: Tab) => Promise<unknown>;

/** A case of a state, and how to reach it. */
export interface ElementState {
  readonly name: string;
  /** Creates the ask and returns the markup of its element. */
  readonly make: () => Promise<string>;
  /** Intercepts requests to a URL. Others go to the server. */
  readonly route?: { readonly url: string; readonly handle: (route: Route) => unknown };
  /** The actions of the visitor. */
  readonly act?: Act;
}

export const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'] };
const onePage = everyField.filter(({ type }) => type !== 'page');
const image = servers.site + picturePath(90, 60);

export const element = (kind: string, id: string, more = '') =>
  `<askwell-${kind} ${kind}-id="${id}" ${more}></askwell-${kind}>`;
export const poll = async (draft: object, more = '') =>
  element('poll', await createAsk('polls', { ...lunch, ...draft }), more);
export const quiz = async (draft: object, more = '') =>
  element('quiz', await createAsk('quizzes', { title: 'Quiz', questions: everyQuestion, ...draft }), more);
export const form = async (draft: object, more = '') =>
  element('form', await createAsk('forms', { title: 'Form', fields: onePage, ...draft }), more);

/** Creates a site that lists the origin of the test's pages, which may then send cookies. Returns its ID. */
export async function listedSite(): Promise<unknown> {
  return (await sendAsOwner('POST', '/sites', { name: 'Site', origins: [servers.site] })).at('data.id');
}

/** Creates a poll with votes of others. */
export async function answeredPoll(draft: object, votes: readonly object[] = [{ choices: ['o1'] }]): Promise<string> {
  const id = await createAsk('polls', { ...lunch, ...draft });
  for (const vote of votes) await sendAccepted('polls', id, vote);
  return id;
}

/**
 * Sends an answer of a new visitor.
 *
 * @throws {Error} If the server refuses it.
 */
export async function sendAccepted(plural: Plural, id: string, answer: object): Promise<void> {
  const { status, text } = await sendAnswer(plural, id, answer);
  if (status !== 201) throw new Error(`The answer got status ${status}: ${text}`);
}

export const send = (element: Locator) => element.locator('.primary').click();
/** Uses the keyboard, because the layout may shift while a mouse moves. */
export const choose = (element: Locator) => element.locator('.option input:not([disabled])').first().press('Space');
export async function answer(element: Locator): Promise<void> {
  await choose(element);
  await send(element);
}
export const never = () => {};
export const lost = (route: Route) => route.abort();
/**
 * Answers like a proxy whose server is down. The delay before the next attempt is longer than any test: after `lost`, the element
 * tries again by itself, at a time that a test cannot know.
 */
export const unavailable = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
      'retry-after': '3600',
    },
  });

/** The votes for each type of poll. */
const votes: { readonly [Type in PollType]: { draft: object; others: readonly object[]; act: Act } } = {
  single: {
    draft: {
      options: ['Soup', { label: 'Salad', image_url: image }, { label: 'Toast', max_votes: 1 }],
      other: true,
      show_others: true,
    },
    others: [{ choices: ['o3'] }, { choices: [], other: 'Falafel' }],
    act: choose,
  },
  multiple: { draft: { min_choices: 1, max_choices: 2 }, others: [{ choices: ['o2'] }], act: choose },
  ranked: {
    draft: { options: ['Sea', 'Hills', 'City'] },
    others: [{ choices: ['o1'] }, { choices: ['o2'] }, { choices: ['o2'] }, { choices: ['o3', 'o1'] }],
    act: (element) => element.locator('.grip').first().click(),
  },
  rating: { draft: {}, others: [{ ratings: { o1: 3 } }], act: choose },
};
export const pollTypes = Object.entries(votes).map(([type, { draft, others, act }]) => ({
  name: type,
  make: async () => element('poll', await answeredPoll({ type, description: 'Of all days.', ...draft }, others)),
  act,
}));

export const fill = async (element: Locator) => {
  await element.getByLabel('Name').fill('Visitor');
  await element.getByLabel('E-mail').fill('visitor@example.com');
  await element.getByRole('checkbox', { name: 'I agree' }).check();
};

/** Appends an element to a page and brings it into a state. */
export async function showState(page: Tab, state: string, { name, make, route, act }: ElementState): Promise<Locator> {
  const markup = await make();
  const [id = ''] = /(poll|quiz|form)_\w+/.exec(markup) ?? [];
  if (route) await page.route(new RegExp(`${route.url.replace('{id}', id)}(\\?|$)`), route.handle);
  await page.evaluate((html) => document.querySelector('main')?.insertAdjacentHTML('beforeend', html), markup);
  const element = page.locator('main > :last-child');
  await element.evaluate((shown, label) => shown.setAttribute('data-state-case', label), `${state}: ${name}`);
  if (act) {
    await element.and(page.locator(':is([state=open], [state=start])')).waitFor();
    await act(element, page);
  }
  await element.and(page.locator(`[state=${state}]`)).waitFor();
  return element;
}
