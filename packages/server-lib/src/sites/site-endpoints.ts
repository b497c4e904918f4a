import { versionTag } from '../api/headers/if-match.js';
import { type ApiEndpoint, apiEndpoint, collection, item } from '../api/keyed-endpoint.js';
import { change, create, read, remove } from '../api/keyed-methods.js';
import { idCursors, listQuery, replyWithList } from '../api/paging.js';
import { AskwellError } from '../errors.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { createdResponse, listResponse, resourceResponse } from '../http/operation-docs.js';
import { resource } from '../http/reply.js';
import type { Caller } from '../keys/authenticate-key.js';
import { parseId } from '../validation/id.js';
import type { SiteRow } from './site-queries.js';
import { siteChanges, siteDraft, siteIdParam, siteSchema } from './site-schema.js';
import { type SiteService, toSite } from './site-service.js';

/** Returns the REST endpoints of sites. */
export function siteEndpoints(sites: SiteService, clientKeyOf: (exchange: HttpExchange) => string): ApiEndpoint[] {
  return [
    apiEndpoint(collection('/api/v1/sites'), {
      GET: read(
        {
          id: 'listSites',
          summary: 'List sites',
          responses: [listResponse(siteSchema)],
          tool: { name: 'list_sites' },
        },
        ({ caller }, query) =>
          replyWithList(query, {
            party: caller.scope.account,
            cursors: idCursors,
            read: (page) => sites.list(caller.scope, page),
            toResource: toSite,
          }),
        listQuery,
      ),
      POST: create({
        doc: {
          id: 'createSite',
          summary: 'Create a site',
          responses: [createdResponse(siteSchema, ['ETag'])],
          errorCodes: ['conflict', 'gone'],
          tool: { name: 'create_site' },
        },
        body: siteDraft,
        permit: requireAccountKey,
        create: async ({ caller, exchange }, draft, idempotency) => {
          const { replayed, ...row } = await sites.create(caller.scope, draft, {
            idempotency,
            client: clientKeyOf(exchange),
          });
          return { result: showCreated(exchange, row), replayed };
        },
        replay: async ({ caller, exchange }, id) => {
          const row = await sites.find(caller.scope, Number(id));
          if (!row) throw new AskwellError('gone');
          return showCreated(exchange, row);
        },
      }),
    }),
    apiEndpoint(
      item('/api/v1/sites/{id}', { id: siteIdParam }, async (caller, { id: text = '' }) => {
        const id = parseId(text);
        return id === undefined ? undefined : sites.find(caller.scope, id);
      }),
      {
        GET: read(
          { id: 'getSite', summary: 'Read a site', responses: [resourceResponse(siteSchema, ['ETag'])] },
          async ({ found }) => showSite(found),
        ),
        PATCH: change(
          {
            id: 'updateSite',
            summary: 'Change a site',
            responses: [resourceResponse(siteSchema, ['ETag'])],
            tool: { name: 'update_site' },
          },
          siteChanges,
          async ({ caller, found, onlyVersion }, body) =>
            showSite(await sites.update(caller.scope, found.id, body, onlyVersion)),
          { permit: requireAccountKey, versionOf },
        ),
        DELETE: remove(
          {
            id: 'deleteSite',
            summary: 'Delete a site',
            description: 'Fails with 409 if the site has API keys, polls, quizzes or forms.',
            errorCodes: ['conflict'],
            tool: { name: 'delete_site' },
          },
          ({ caller, found, exchange, onlyVersion }) =>
            sites.delete(caller.scope, found.id, { client: clientKeyOf(exchange), onlyVersion }),
          { permit: requireAccountKey, versionOf },
        ),
      },
    ),
  ];
}

const versionOf = ({ version }: SiteRow): number => version;

function showSite(row: SiteRow): Reply {
  return resource(200, toSite(row), ['etag', versionTag(row.version)]);
}

function showCreated({ base }: HttpExchange, row: SiteRow): Reply {
  const headers = ['etag', versionTag(row.version), 'location', `${base}/api/v1/sites/${row.id}`];
  return resource(201, toSite(row), headers);
}

/** Throws if a key is scoped to a site: such a key can only read its own site. */
function requireAccountKey({ scope }: Caller): void {
  if (scope.site !== null) {
    throw new AskwellError(
      'forbidden',
      'An API key that is scoped to a site cannot change sites. Use a key for the whole account.',
    );
  }
}
