import { answerViews } from './answer-views.js';
import { askViews } from './ask-views.js';
import { developerViews } from './developer-views.js';
import { ownerViews } from './owner-views.js';
import { resultViews } from './result-views.js';
import { shareViews } from './share-views.js';
import type { View } from './view.js';
import { visitorViews } from './visitor-views.js';

/** All pages, with and without errors. */
export const views: readonly View[] = [
  ...visitorViews,
  ...askViews,
  ...developerViews,
  ...ownerViews,
  ...shareViews,
  ...answerViews,
  ...resultViews,
];
