import { expect, test } from 'vitest';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import { createLocalizer } from '../../base/localizer.js';
import { presentPollResults } from '../../shared/presentation/results/poll-results.js';
import { renderResults } from './render-blocks.js';

const services = useHostedPageServer();

test('results of a ranked poll say when the newest votes are missing', async () => {
  const { hosted, server } = services;
  const id = await hosted.poll({ type: 'ranked' });
  await server.askwell.polls.vote(id, { choices: ['o2', 'o1'] }, { id: 'visitor' });
  const results = await server.askwell.polls.results(hosted.account, id);
  const poll = (await server.services.polls.submitService.find(id)) ?? expect.unreachable('The poll was just created.');
  const view = await server.services.polls.visitorViews.view(poll);
  const message = 'Die neuesten Stimmen sind noch nicht gezählt.';
  const german = createLocalizer('de');
  const render = (isPending: boolean) =>
    renderResults(german, presentPollResults(view, { ...results, pending: isPending }, null, german.texts)).markup;
  expect(render(true)).toContain(message);
  expect(render(false)).not.toContain(message);
});
