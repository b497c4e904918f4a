import { expect, test } from 'vitest';
import { complaints, darkPage } from './support/axe.js';
import { close, open } from './support/browser.js';
import { showState } from './support/element-state.js';
import { elementStates } from './support/element-states.js';

/** One case for each kind of input, message and outcome. All cases are in access.system.test.ts. */
const shown = {
  open: ['single', 'ranked', 'rating', 'a quiz on one page', 'a form with faults'],
  answered: ['single', 'a quiz that reveals all'],
  closed: ['a form'],
} as const;

test('axe finds no problem in polls, quizzes and forms, in light and dark', async () => {
  const page = await open('', { page: { head: darkPage }, reducedMotion: 'reduce' });
  for (const state of ['open', 'answered', 'closed'] as const) {
    for (const name of shown[state]) {
      const element = elementStates[state].find((one) => one.name === name);
      await showState(page, state, element ?? expect.unreachable(`${state}: ${name}`));
    }
  }
  expect(await complaints(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await complaints(page, 'colors'), 'dark').toEqual([]);
  await close(page);
});
