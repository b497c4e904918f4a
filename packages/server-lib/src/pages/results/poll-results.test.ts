import { expect, test } from 'vitest';
import { useHostedServices } from '../../../test/support/hosted-services.js';
import { createLocalizer } from '../../messages/localizer.js';
import { presentPollResults } from '../../presentation/poll-results.js';
import { renderResults } from './render-blocks.js';

const services = useHostedServices();

test('results of a ranked poll say when the newest votes are missing', async () => {
  const { desk, server } = services;
  const id = await desk.poll({ type: 'ranked' });
  await server.askwell.polls.vote(id, { choices: ['o2', 'o1'] }, { id: 'visitor' });
  const results = await server.askwell.polls.results(desk.account, id);
  const poll = (await server.services.polls.submitService.find(id)) ?? expect.unreachable('The poll was just created.');
  const view = await server.services.polls.visitorViews.view(poll);
  const message = 'Die neuesten Stimmen sind noch nicht gezählt.';
  const german = createLocalizer('de');
  const render = (isPending: boolean) =>
    renderResults(german, presentPollResults(view, { ...results, pending: isPending }, null, german.texts)).markup;
  expect(render(true)).toContain(message);
  expect(render(false)).not.toContain(message);
});
