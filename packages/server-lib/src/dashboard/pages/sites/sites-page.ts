import { z } from 'zod';
import type { House } from '../../../assemble-services.js';
import { AskwellError, invalid } from '../../../errors.js';
import type { Issue } from '../../../faults/fault.js';
import type { Reply } from '../../../http/exchange.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import { siteDraft } from '../../../sites/site-schema.js';
import { toSite } from '../../../sites/site-service.js';
import type { Site } from '../../../sites/site-types.js';
import { check } from '../../../validation/check.js';
import { parseId } from '../../../validation/id.js';
import { attempt, type Problem } from '../../form-error.js';
import type { Doors, OwnerVisit } from '../../guards.js';
import { ownerPage } from '../../layout.js';
import { withNotice } from '../../notice.js';
import { page } from '../../page-reply.js';
import { checkForm, nothingSent, type Sent } from '../../read-form.js';
import { allSites } from './all-sites.js';
import { sitesView, siteView } from './sites-view.js';

const noFields = z.strictObject({});
const siteForm = z.strictObject({ name: z.string(), origins: z.string().optional() });

/** `/dashboard/sites`: what keys are scoped to, and where answers may come from. */
export function siteRoutes(house: House, doors: Doors): PageEndpoint[] {
  async function showAll(visit: OwnerVisit, sent: Sent, problem?: Problem): Promise<Reply> {
    const sites = await allSites(house, visit.session);
    const body = sitesView(visit.base, sites, sent.values, problem);
    const isProblem = problem !== undefined;
    return page(ownerPage(visit, { title: 'Sites', place: 'sites', body, isProblem }), problem ?? {});
  }

  async function showOne(visit: OwnerVisit, site: Site, values: Sent['values'], problem?: Problem): Promise<Reply> {
    const keys = (await house.keys.list(visit.session)).filter((key) => key.site_id === site.id);
    const body = siteView({ base: visit.base, site, keys: keys.length, values, problem });
    const isProblem = problem !== undefined;
    return page(ownerPage(visit, { title: site.name, place: 'sites', body, isProblem }), problem ?? {});
  }

  async function siteAt({ session, params }: OwnerVisit): Promise<Site> {
    const id = parseId(params['id'] ?? '');
    const row = id === undefined ? undefined : await house.sites.find(session.scope, id);
    if (!row) throw new AskwellError('not_found');
    return toSite(row);
  }

  return [
    {
      path: '/dashboard/sites',
      get: doors.lookAsOwner((visit) => showAll(visit, nothingSent)),
      post: doors.writeAsOwner((visit, sent) =>
        attempt(
          async () => {
            await house.sites.create(visit.session.scope, draftOf(sent), { client: house.clientOf(visit.exchange) });
            return seeOther(withNotice(`${visit.base}/dashboard/sites`, 'site-created'));
          },
          (problem) => showAll(visit, sent, problem),
        ),
      ),
    },
    {
      path: '/dashboard/sites/{id}',
      get: doors.lookAsOwner(async (visit) => {
        const site = await siteAt(visit);
        return showOne(visit, site, { name: site.name, origins: site.origins.join('\n') });
      }),
      post: doors.writeAsOwner(async (visit, sent) => {
        const site = await siteAt(visit);
        return attempt(
          async () => {
            await house.sites.update(visit.session.scope, site.id, draftOf(sent));
            return seeOther(withNotice(`${visit.base}/dashboard/sites`, 'site-saved'));
          },
          (problem) => showOne(visit, site, sent.values, problem),
        );
      }),
    },
    {
      path: '/dashboard/sites/{id}/delete',
      post: doors.writeAsOwner(async (visit, sent) => {
        const site = await siteAt(visit);
        return attempt(
          async () => {
            checkForm(noFields, sent);
            await house.sites.delete(visit.session.scope, site.id, { client: house.clientOf(visit.exchange) });
            return seeOther(withNotice(`${visit.base}/dashboard/sites`, 'site-deleted'));
          },
          (problem) => showOne(visit, site, { name: site.name, origins: site.origins.join('\n') }, problem),
        );
      }),
    },
  ];
}

/** A site as the form tells it: origins one a line, or parted by spaces or commas. */
function draftOf(sent: Sent) {
  const { name, origins: text = '' } = checkForm(siteForm, sent);
  const origins = text.split(/[\s,]+/).filter(Boolean);
  try {
    return check(siteDraft, { name, origins });
  } catch (error) {
    throw error instanceof AskwellError && error.issues ? invalid(namingOrigins(error.issues, origins)) : error;
  }
}

/** Names the origin in each message: to the owner, who wrote one origin a line, the path `origins.3` says nothing. */
function namingOrigins(issues: readonly Issue[], origins: readonly string[]): Issue[] {
  return issues.map((issue) => {
    const origin = origins[Number(/^origins\.(\d+)$/.exec(issue.path)?.[1])];
    return origin === undefined ? issue : { ...issue, message: `“${origin}”: ${issue.message}` };
  });
}
