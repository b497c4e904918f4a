import { sampleIds } from '../results-fixture.js';
import type { View } from './view.js';

const results = (kind: string, bare: string, rest = '') => `/dashboard/asks/${kind}_${bare}/results${rest}`;
const paths = {
  'results-empty': results('poll', sampleIds.empty),
  'results-poll': results('poll', sampleIds.lunch),
  'results-compared': results('poll', sampleIds.lunch, '?period=7d&compare=previous&answer=o1'),
  'results-problem': results('poll', sampleIds.lunch, '?since=2026-02-31&compare=previous'),
  'results-ranked': results('poll', sampleIds.board),
  'results-rating': results('poll', sampleIds.stars),
  'results-quiz': results('quiz', sampleIds.quiz),
  'results-form': results('form', sampleIds.form),
  'results-present': results('poll', sampleIds.lunch, '/present'),
};

/** The pages of results. */
export const resultViews: readonly View[] = Object.entries(paths).map(([name, path]) => ({
  name,
  server: (fixture) => fixture.results.server,
  owner: (fixture) => fixture.results.owner,
  path,
}));
