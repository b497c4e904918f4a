import { expect, test } from 'vitest';
import { useHostedHouse } from '../../../test/support/hosted-house.js';
import { speak } from '../words/localizer.js';
import { pollResults } from './poll-results.js';

const house = useHostedHouse();

test('results of a ranked poll say when the newest votes are missing', async () => {
  const { desk, server } = house;
  const id = await desk.poll({ type: 'ranked' });
  await server.askwell.polls.vote(id, { choices: ['o2', 'o1'] }, { id: 'visitor' });
  const results = await server.askwell.polls.results(desk.account, id);
  const poll = (await server.house.polls.intake.find(id)) ?? expect.unreachable('The poll was just created.');
  const view = await server.house.polls.showing.view(poll);
  const said = 'Die neuesten Stimmen sind noch nicht gezählt.';
  expect(pollResults(speak('de'), view, { ...results, pending: true }, null).markup).toContain(said);
  expect(pollResults(speak('de'), view, results, null).markup).not.toContain(said);
});
