import { type ApiEndpoint, apiEndpoint, collection, item } from '../api/keyed-endpoint.js';
import { change, create, read, remove } from '../api/keyed-methods.js';
import { idCursors, listQuery, replyWithList } from '../api/paging.js';
import { AskwellError } from '../errors.js';
import type { HttpExchange } from '../http/exchange.js';
import { createdResponse, listResponse, resourceResponse } from '../http/operation-docs.js';
import { resource } from '../http/reply.js';
import type { Caller } from '../keys/authenticate-key.js';
import { parseId } from '../validation/id.js';
import { siteChanges, siteDraft, siteIdParam, siteSchema } from './site-schema.js';
import { type SiteService, toSite } from './site-service.js';

/** Returns the REST endpoints of sites. */
export function siteEndpoints(sites: SiteService, clientKeyOf: (exchange: HttpExchange) => string): ApiEndpoint[] {
  return [
    apiEndpoint(collection('/api/v1/sites'), {
      GET: read(
        { id: 'listSites', summary: 'List sites', responses: [listResponse(siteSchema)] },
        ({ caller }, query) =>
          replyWithList(query, {
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
          responses: [createdResponse(siteSchema)],
          errorCodes: ['conflict', 'gone'],
        },
        body: siteDraft,
        permit: requireAccountKey,
        create: async ({ caller, exchange }, draft, idempotency) => {
          const row = await sites.create(caller.scope, draft, { idempotency, client: clientKeyOf(exchange) });
          return resource(201, toSite(row));
        },
        replay: async ({ caller }, id) => {
          const row = await sites.find(caller.scope, Number(id));
          if (!row) throw new AskwellError('gone');
          return resource(201, toSite(row));
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
          { id: 'getSite', summary: 'Read a site', responses: [resourceResponse(siteSchema)] },
          async ({ found }) => resource(200, toSite(found)),
        ),
        PATCH: change(
          { id: 'updateSite', summary: 'Change a site', responses: [resourceResponse(siteSchema)] },
          siteChanges,
          async ({ caller, found }, body) => resource(200, toSite(await sites.update(caller.scope, found.id, body))),
          { permit: requireAccountKey },
        ),
        DELETE: remove(
          {
            id: 'deleteSite',
            summary: 'Delete a site',
            description: 'Fails with 409 if the site has API keys, polls, quizzes or forms.',
            errorCodes: ['conflict'],
          },
          ({ caller, found, exchange }) => sites.delete(caller.scope, found.id, { client: clientKeyOf(exchange) }),
          { permit: requireAccountKey },
        ),
      },
    ),
  ];
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
