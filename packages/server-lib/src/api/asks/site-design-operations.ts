import { design, designDraft } from '../../core/schemas/design-schema.js';
import { noContentResponse, resourceResponse } from '../../http/operation-docs.js';
import { completeDesign } from '../../owners/sites/site-design.js';
import type { SiteRow } from '../../owners/sites/site-queries.js';
import { parseDesign, type SiteService } from '../../owners/sites/site-service.js';
import type { Design } from '../../shared/contract/resources.js';
import { versionTag } from '../headers/if-match.js';
import { below, defineOperation, noInput } from '../operations/operation.js';
import { requireWholeAccount, siteTarget } from '../sites/site-operations.js';

/** Returns what an owner can do with the design of a site, which is the default of its asks. */
export function siteDesignOperations(sites: SiteService) {
  const target = below(siteTarget(sites), '/design');
  const responses = [resourceResponse(design, ['ETag'])];

  return {
    get: defineOperation({
      method: 'GET',
      target,
      doc: {
        id: 'getSiteDesign',
        summary: 'Read the design of a site',
        description:
          'What its polls, quizzes and forms look like if they do not set it. The `ETag` is the version of the site.',
        responses,
      },
      effect: 'read',
      input: noInput,
      run: async ({ found }) => shown(found),
    }),

    update: defineOperation({
      method: 'PATCH',
      target,
      doc: {
        id: 'updateSiteDesign',
        summary: 'Change the design of a site',
        description: 'Polls, quizzes and forms of the site use it at once for each member that they do not set.',
        responses,
      },
      effect: 'write',
      permit: requireWholeAccount,
      input: designDraft,
      versionOf,
      run: async ({ scope, found, onlyVersion }, changes) =>
        shown(await sites.changeDesign(scope, found.id, changes, onlyVersion)),
    }),

    delete: defineOperation({
      method: 'DELETE',
      target,
      doc: { id: 'deleteSiteDesign', summary: 'Remove the design of a site', responses: [noContentResponse] },
      effect: 'write',
      permit: requireWholeAccount,
      input: noInput,
      versionOf,
      async run({ scope, found, onlyVersion }) {
        await sites.changeDesign(scope, found.id, null, onlyVersion);
        return { data: undefined };
      },
    }),
  };
}

const versionOf = ({ version }: SiteRow): number => version;

function shown(row: SiteRow): { readonly data: Design; readonly tag: string } {
  return { data: completeDesign(parseDesign(row.design) ?? {}), tag: versionTag(row.version) };
}
