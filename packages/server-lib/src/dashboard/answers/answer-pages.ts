import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Guards } from '../guards.js';
import { answerRoutes } from './answer-page.js';
import { answerListRoutes } from './answers-page.js';
import { bulkAnswersRoutes } from './bulk-pages.js';
import { deleteAnswersRoutes } from './delete-page.js';
import { exportAnswersRoutes } from './export-answers.js';
import { latestAnswersRoutes } from './latest-page.js';

/** All pages about answers. */
export function answerPagesRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const pages = [
    answerListRoutes,
    answerRoutes,
    bulkAnswersRoutes,
    deleteAnswersRoutes,
    exportAnswersRoutes,
    latestAnswersRoutes,
  ];
  return pages.flatMap((routes) => routes(services, guards));
}
