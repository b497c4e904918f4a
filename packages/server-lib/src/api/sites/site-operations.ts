import { AskwellError } from '../../base/errors.js';
import { createdResponse, listResponse, noContentResponse, resourceResponse } from '../../http/operation-docs.js';
import { idList, listQuery } from '../../http/paging.js';
import type { Scope } from '../../owners/access/scope.js';
import type { SiteRow } from '../../owners/sites/site-queries.js';
import { siteChanges, siteDraft, siteIdParam, siteSchema } from '../../owners/sites/site-schema.js';
import { type SiteService, toSite } from '../../owners/sites/site-service.js';
import { versionTag } from '../headers/if-match.js';
import { allAt, defineList, defineOperation, noInput, oneAt } from '../operations/operation.js';

/** A site as the target of operations. */
export function siteTarget(sites: SiteService) {
  return oneAt('/api/v1/sites/{id}', siteIdParam, sites.find);
}

/** Returns what an owner can do with sites. */
export function siteOperations(sites: SiteService) {
  const all = allAt('/api/v1/sites');
  const one = siteTarget(sites);

  return {
    list: defineList({
      method: 'GET',
      target: all,
      doc: {
        id: 'listSites',
        summary: 'List sites',
        responses: [listResponse(siteSchema)],
        tool: { name: 'list_sites' },
      },
      effect: 'read',
      input: listQuery,
      list: ({ scope }) => idList(scope.account, (page) => sites.list(scope, page), toSite),
    }),

    create: defineOperation({
      method: 'POST',
      target: all,
      doc: {
        id: 'createSite',
        summary: 'Create a site',
        responses: [createdResponse(siteSchema, ['ETag'])],
        errorCodes: ['conflict', 'gone'],
        tool: { name: 'create_site' },
      },
      effect: 'write',
      permit: requireWholeAccount,
      input: siteDraft,
      async run({ scope, idempotency, client }, draft) {
        const { replayed, ...row } = await sites.create(scope, draft, { idempotency, client });
        return { ...created(row), replayed };
      },
      async replay({ scope }, id) {
        const row = await sites.find(scope, Number(id));
        if (!row) throw new AskwellError('gone');
        return created(row);
      },
    }),

    get: defineOperation({
      method: 'GET',
      target: one,
      doc: { id: 'getSite', summary: 'Read a site', responses: [resourceResponse(siteSchema, ['ETag'])] },
      effect: 'read',
      input: noInput,
      run: async ({ found }) => shown(found),
    }),

    update: defineOperation({
      method: 'PATCH',
      target: one,
      doc: {
        id: 'updateSite',
        summary: 'Change a site',
        responses: [resourceResponse(siteSchema, ['ETag'])],
        tool: { name: 'update_site' },
      },
      effect: 'write',
      permit: requireWholeAccount,
      input: siteChanges,
      versionOf,
      run: async ({ scope, found, onlyVersion }, changes) =>
        shown(await sites.update(scope, found.id, changes, onlyVersion)),
    }),

    delete: defineOperation({
      method: 'DELETE',
      target: one,
      doc: {
        id: 'deleteSite',
        summary: 'Delete a site',
        description: 'Fails with 409 if the site has API keys, polls, quizzes or forms.',
        responses: [noContentResponse],
        errorCodes: ['conflict'],
        tool: { name: 'delete_site' },
      },
      effect: 'write',
      permit: requireWholeAccount,
      input: noInput,
      versionOf,
      async run({ scope, found, onlyVersion, client }) {
        await sites.delete(scope, found.id, { client, onlyVersion });
        return { data: undefined };
      },
    }),
  };
}

const versionOf = ({ version }: SiteRow): number => version;
const shown = (row: SiteRow) => ({ data: toSite(row), tag: versionTag(row.version) });
const created = (row: SiteRow) => ({ ...shown(row), location: `/api/v1/sites/${row.id}` });

/** Throws if a key is scoped to a site: such a key can only read its own site. */
export function requireWholeAccount({ site }: Scope): void {
  if (site !== null) {
    throw new AskwellError(
      'forbidden',
      'An API key that is scoped to a site cannot change sites. Use a key for the whole account.',
    );
  }
}
