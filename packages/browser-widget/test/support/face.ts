import type { PollType } from '@askwell/server/contract';
import type { Locator, Route, Page as Tab } from 'playwright-core';
import { everyField, everyQuestion } from './asks.js';
import { picturePath } from './pages.js';
import { house, make } from './scene.js';

type Act = (element: Locator, page: Tab) => Promise<unknown>;

/** Something an element can show, and how to get there. */
export interface Face {
  readonly name: string;
  /** Makes what it is of; returns its element. */
  readonly make: () => Promise<string>;
  /** What becomes of its requests; those of the others go to the server. */
  readonly route?: { readonly url: string; readonly handle: (route: Route) => unknown };
  /** What the visitor does. */
  readonly act?: Act;
}

export const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'] };
const onePage = everyField.filter(({ type }) => type !== 'page');
const image = house.site + picturePath(90, 60);

export const element = (kind: string, id: string, more = '') =>
  `<askwell-${kind} ${kind}-id="${id}" ${more}></askwell-${kind}>`;
export const poll = async (draft: object, more = '') =>
  element('poll', await make('polls', { ...lunch, ...draft }), more);
export const quiz = async (draft: object, more = '') =>
  element('quiz', await make('quizzes', { title: 'Quiz', questions: everyQuestion, ...draft }), more);
export const form = async (draft: object, more = '') =>
  element('form', await make('forms', { title: 'Form', fields: onePage, ...draft }), more);

/** A poll that others have answered, by its draft and their votes. */
export async function answeredPoll(draft: object, votes: readonly object[] = [{ choices: ['o1'] }]): Promise<string> {
  const id = await make('polls', { ...lunch, ...draft });
  for (const vote of votes) await answered(post(`polls/${id}/votes`, vote));
  return id;
}

let visitors = 0;

/** Answers as somebody else; `agent` tells who. */
export function post(
  path: string,
  body: object,
  agent = `visitor/10.7.${++visitors >> 8}.${visitors & 255}`,
): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'user-agent': agent };
  return fetch(`${house.askwell}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Waits for an answer to be accepted. */
export async function answered(response: Promise<Response>): Promise<void> {
  const { status } = await response;
  if (status !== 201) throw new Error(`The answer got status ${status}.`);
}

export const send = (face: Locator) => face.locator('.primary').click();
/** By keyboard, since what stands above may grow while a mouse is on its way. */
export const choose = (face: Locator) => face.locator('.option input:not([disabled])').first().press('Space');
export async function answer(face: Locator): Promise<void> {
  await choose(face);
  await send(face);
}
export const never = () => {};
export const lost = (route: Route) => route.abort();
/** Answers like a proxy whose server is away, and has the next try wait for so long that no test sees it. */
export const away = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
      'retry-after': '3600',
    },
  });

/** How each type of poll is voted in, seen before and after. */
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
    act: (face) => face.locator('.grip').first().click(),
  },
  rating: { draft: {}, others: [{ ratings: { o1: 3 } }], act: choose },
};
export const pollTypes = Object.entries(votes).map(([type, { draft, others, act }]) => ({
  name: type,
  make: async () => element('poll', await answeredPoll({ type, description: 'Of all days.', ...draft }, others)),
  act,
}));

export const fill = async (face: Locator) => {
  await face.getByLabel('Name').fill('Visitor');
  await face.getByLabel('E-mail').fill('visitor@example.com');
  await face.getByRole('checkbox', { name: 'I agree' }).check();
};

/** Puts a face at the end of a page, and brings it about. */
export async function showFace(page: Tab, state: string, { name, make, route, act }: Face): Promise<Locator> {
  const markup = await make();
  const [id = ''] = /(poll|quiz|form)_\w+/.exec(markup) ?? [];
  if (route) await page.route(new RegExp(`${route.url.replace('{id}', id)}(\\?|$)`), route.handle);
  await page.evaluate((html) => document.querySelector('main')?.insertAdjacentHTML('beforeend', html), markup);
  const element = page.locator('main > :last-child');
  await element.evaluate((shown, face) => shown.setAttribute('data-face', face), `${state}: ${name}`);
  if (act) {
    await element.and(page.locator(':is([state=open], [state=start])')).waitFor();
    await act(element, page);
  }
  await element.and(page.locator(`[state=${state}]`)).waitFor();
  return element;
}
