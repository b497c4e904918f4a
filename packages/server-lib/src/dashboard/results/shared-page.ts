import { AskwellError } from '../../base/errors.js';
import { imageSources } from '../../core/asks/image-hosts.js';
import { designSheetPath } from '../../core/design-sheet.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import { dashboardDocument } from '../layout/layout.js';
import { page } from '../page-reply.js';
import { bigResults, resultsScreen } from './big-results.js';
import { isCurrent } from './live-part.js';
import { notModified } from './not-modified.js';

/** `/r/{token}`: results for anyone with their link, read-only. */
export function sharedResultRoutes(services: Services): PageEndpoint[] {
  const asks = ownerAsksOf(services);
  return [
    {
      path: '/r/{token}',
      async get(exchange, params) {
        const { base } = exchange;
        const token = params['token'] ?? '';
        const shared = await asks.findShared(token);
        if (!shared) throw new AskwellError('not_found');
        const designSheet = designSheetPath(shared.design);
        // The page changes with the design, and the design of a site has no version.
        const state = `${await shared.results.state()}${designSheet ?? ''}`;
        if (isCurrent(exchange.header('if-none-match'), state)) return notModified(state);
        const body = resultsScreen({
          title: shared.title,
          state,
          content: bigResults(shared.localizer, await shared.results.shared()),
          url: `${base}/r/${token}`,
        });
        return page(
          dashboardDocument(
            { base, brand: services.brand },
            `Results: ${shared.title}`,
            body,
            'shared-page',
            false,
            designSheet,
          ),
          {
            showsSecret: true,
            imageSources: imageSources(services.options.imageHosts, services.urls.secure),
            headers: ['etag', `"${state}"`],
          },
        );
      },
    },
  ];
}
