import type { Locator, Page as Tab } from 'playwright-core';
import type { State } from '../../src/ui/display.js';
import { everyField } from './asks.js';
import { createAsk, sendAnswer, sendAsOwner } from './browser.js';
import {
  answer,
  answeredPoll,
  type ElementState,
  element,
  fill,
  form,
  listedSite,
  lost,
  lunch,
  never,
  poll,
  pollTypes,
  quiz,
  send,
  sendAccepted,
  unavailable,
} from './element-state.js';

/** Cases for each state of an element. A missing state does not compile. */
export const elementStates: { readonly [Shown in State]: readonly ElementState[] } = {
  loading: [{ name: 'a poll', make: () => poll({}), route: { url: 'embed/polls/{id}', handle: never } }],
  start: [
    { name: 'a quiz', make: () => quiz({ time_limit_seconds: 90, description: 'Against the clock.' }) },
    {
      name: 'a quiz that did not start',
      make: () => quiz({ draw: 2 }),
      route: { url: 'embed/quizzes/{id}/start', handle: lost },
      act: async (element) => {
        await send(element);
        await element.locator('[role=alert] .message').waitFor();
      },
    },
  ],
  open: [
    ...pollTypes,
    { name: 'a vote with nothing in it', make: () => poll({}), act: send },
    {
      name: 'a vote with an empty write-in',
      make: () => poll({ other: true }),
      act: async (element) => {
        await element.locator('.option input').last().press('Space');
        await send(element);
      },
    },
    {
      name: 'a ranking at its maximum',
      make: () => poll({ type: 'ranked', options: ['Sea', 'Hills', 'City'], max_choices: 1 }),
      act: async (element) => {
        await element.locator('.grip').first().click();
        await element.locator('.grip').last().click();
      },
    },
    { name: 'a vote with a ticket', make: () => poll({ one_per: 'ticket' }), act: answer },
    {
      name: 'results before voting',
      make: async () => element('poll', await answeredPoll({ results_visibility: 'always' })),
      act: (element) => element.locator('.actions .button').last().click(),
    },
    {
      name: 'results before anybody voted',
      make: () => poll({ results_visibility: 'always' }),
      act: (element) => element.locator('.actions .button').last().click(),
    },
    {
      name: 'an answer to be changed',
      make: () => poll({ allow_change: true, other: true }),
      act: async (element) => {
        await answer(element);
        await element.locator('.results').waitFor();
        await element.locator('.actions .button').click();
        await element.locator('.primary').waitFor();
      },
    },
    { name: 'a quiz, question by question', make: () => quiz({}), act: send },
    { name: 'a quiz on one page', make: () => quiz({}, 'layout="list" collect="name email"') },
    { name: 'a quiz with a clock', make: () => quiz({ time_limit_seconds: 3_600 }), act: send },
    { name: 'a form on one page', make: () => form({}) },
    { name: 'a form with faults', make: () => form({}, 'prefill="nights=9"'), act: send },
    {
      name: 'a form on its second page',
      make: () => form({ fields: everyField }, 'prefill="name=Visitor&email=visitor%40example.com"'),
      act: send,
    },
    {
      name: 'what the server does not take',
      make: () => poll({}),
      route: { url: 'polls/{id}/votes', handle: (route) => route.continue({ postData: '[]' }) },
      act: async (element) => {
        await answer(element);
        await element.locator('.notice').waitFor();
      },
    },
  ],
  sending: [{ name: 'a vote', make: () => poll({}), route: { url: 'polls/{id}/votes', handle: never }, act: answer }],
  waiting: [
    { name: 'a vote', make: () => poll({}), route: { url: 'polls/{id}/votes', handle: unavailable }, act: answer },
  ],
  answered: [
    ...pollTypes.map((element) => ({
      ...element,
      act: async (shown: Locator, page: Tab) => {
        await element.act?.(shown, page);
        await send(shown);
        await shown.locator('.results').waitFor();
        for (const rounds of await shown.locator('summary').all()) await rounds.click();
      },
    })),
    {
      name: 'words and a way on',
      make: () =>
        poll({
          results_visibility: 'never',
          one_per: null,
          after: { message: 'See you.', url: 'https://example.com/' },
        }),
      act: answer,
    },
    {
      name: 'a quiz that reveals all',
      make: () =>
        quiz(
          {
            reveal: 'answers',
            pass_percentage: 50,
            bands: [{ min_percentage: 0, title: 'Room to grow', message: 'An atlas helps.' }],
            results_visibility: 'after_answer',
          },
          'layout="list"',
        ),
      act: answer,
    },
    {
      name: 'a quiz that reveals the score',
      make: () => quiz({ reveal: 'score', pass_percentage: 0 }, 'layout="list"'),
      act: answer,
    },
    {
      name: 'a form with results',
      make: () => form({ results_visibility: 'after_answer' }),
      act: async (element) => {
        await fill(element);
        for (const option of await element.locator('.question .options .option:first-child input').all()) {
          await option.press('Space');
        }
        await element.getByRole('checkbox', { name: 'Oak' }).check();
        await send(element);
      },
    },
  ],
  sign_in_required: [
    { name: 'a poll without a sign-in page', make: async () => poll({ one_per: 'user', site_id: await listedSite() }) },
    {
      name: 'a form with a sign-in page',
      make: async () => form({ one_per: 'user', anonymous: false, site_id: await listedSite() }),
      route: {
        url: 'embed/forms/{id}',
        // Replaces the reply of the server, which has no app around it.
        handle: async (route) => {
          const reply = await route.fetch();
          const { data } = await reply.json();
          data.form.sign_in_url = 'https://example.com/login?next={next}';
          await route.fulfill({ response: reply, json: { data } });
        },
      },
    },
  ],
  missing: [{ name: 'a poll', make: async () => element('poll', 'poll_00000000000000000000') }],
  failed: [{ name: 'a poll', make: () => poll({}), route: { url: 'embed/polls/{id}', handle: lost } }],
  closed: [
    {
      name: 'a poll with its results',
      make: async () => {
        const id = await answeredPoll({ results_visibility: 'after_close' });
        await sendAsOwner('PATCH', `/polls/${id}`, { status: 'closed' });
        return element('poll', id);
      },
    },
    { name: 'a poll without any votes', make: () => poll({ status: 'closed', results_visibility: 'always' }) },
    { name: 'a form', make: () => form({ status: 'closed' }) },
  ],
  not_open: [{ name: 'a quiz', make: () => quiz({ opens_at: '2099-01-01T09:00:00Z' }) }],
  full: [
    {
      name: 'a poll',
      make: async () => element('poll', await answeredPoll({ max_answers: 1, results_visibility: 'always' })),
    },
  ],
  already_answered: [
    {
      name: 'a poll',
      make: async () => {
        const id = await createAsk('polls', { ...lunch, one_per: 'ticket', results_visibility: 'always' });
        const reply = await sendAsOwner('POST', `/polls/${id}/tickets`, { count: 1 });
        const ticket = reply.id('data.tickets.0');
        await sendAccepted('polls', id, { choices: ['o1'], ticket });
        return element('poll', id, `ticket="${ticket}"`);
      },
      act: answer,
    },
  ],
  too_late: [
    {
      name: 'a quiz',
      make: () => quiz({ time_limit_seconds: 600 }, 'layout="list"'),
      route: {
        url: 'quizzes/{id}/attempts',
        // Replaces the reply of the server, because the test cannot change its clock.
        handle: (route) =>
          route.request().method() === 'POST'
            ? route.fulfill({
                status: 409,
                headers: {
                  'x-askwell': '1',
                  'access-control-allow-origin': '*',
                  'access-control-expose-headers': 'x-askwell',
                },
                json: { message: 'This came too late.', code: 'too_late' },
              })
            : route.continue(),
      },
      act: async (element) => {
        await send(element);
        await element.locator('.timer').waitFor();
        await send(element);
      },
    },
  ],
  // The last case, because the server then refuses further answers of this visitor.
  limited: [
    {
      name: 'a vote',
      make: () => poll({}),
      act: async (element, page) => {
        const agent = await page.evaluate(() => navigator.userAgent);
        const id = String(await element.getAttribute('poll-id'));
        await Promise.all(Array.from({ length: 30 }, () => sendAnswer('polls', id, {}, agent)));
        await answer(element);
      },
    },
  ],
};
