import { z } from 'zod';
import type { Services } from '../../../assemble-services.js';
import { AskwellError, validationError } from '../../../errors.js';
import type { Reply } from '../../../http/exchange.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import type { Site } from '../../../shared/contract/resources.js';
import type { Issue } from '../../../shared/faults/fault.js';
import { siteDraft } from '../../../sites/site-schema.js';
import { toSite } from '../../../sites/site-service.js';
import { check } from '../../../validation/check.js';
import { parseId } from '../../../validation/id.js';
import { type FormError, showErrors } from '../../form-error.js';
import type { Guards, OwnerRequest } from '../../guards.js';
import { ownerPage } from '../../layout/layout.js';
import { withNotice } from '../../layout/notice.js';
import { page } from '../../page-reply.js';
import { checkForm, emptyForm, formText, type SubmittedForm } from '../../read-form.js';
import { allSites } from './all-sites.js';
import { sitesView, siteView } from './sites-view.js';

const noFields = z.strictObject({});
const siteForm = z.strictObject({ name: formText, origins: formText.optional() });

/** `/dashboard/sites`: list, create, edit and delete sites. */
export function siteRoutes(services: Services, guards: Guards): PageEndpoint[] {
  async function showAll(request: OwnerRequest, form: SubmittedForm, problem?: FormError): Promise<Reply> {
    const sites = await allSites(services, request.session);
    const body = sitesView(request.base, sites, form.values, problem);
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: 'Sites', entry: 'sites', body, isProblem }), problem ?? {});
  }

  async function showOne(
    request: OwnerRequest,
    site: Site,
    values: SubmittedForm['values'],
    problem?: FormError,
  ): Promise<Reply> {
    const keys = (await services.keys.list(request.session)).filter((key) => key.site_id === site.id);
    const body = siteView({ base: request.base, site, keys: keys.length, values, problem });
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: site.name, entry: 'sites', body, isProblem }), problem ?? {});
  }

  async function findSite({ session, params }: OwnerRequest): Promise<Site> {
    const id = parseId(params['id'] ?? '');
    const row = id === undefined ? undefined : await services.sites.find(session.scope, id);
    if (!row) throw new AskwellError('not_found');
    return toSite(row);
  }

  return [
    {
      path: '/dashboard/sites',
      get: guards.getAsOwner((request) => showAll(request, emptyForm)),
      post: guards.postAsOwner((request, form) =>
        showErrors(
          async () => {
            await services.sites.create(request.session.scope, parseSite(form), {
              client: services.clientKeyOf(request.exchange),
            });
            return seeOther(withNotice(`${request.base}/dashboard/sites`, 'site-created'));
          },
          (problem) => showAll(request, form, problem),
        ),
      ),
    },
    {
      path: '/dashboard/sites/{id}',
      get: guards.getAsOwner(async (request) => {
        const site = await findSite(request);
        return showOne(request, site, { name: site.name, origins: site.origins.join('\n') });
      }),
      post: guards.postAsOwner(async (request, form) => {
        const site = await findSite(request);
        return showErrors(
          async () => {
            await services.sites.update(request.session.scope, site.id, parseSite(form));
            return seeOther(withNotice(`${request.base}/dashboard/sites`, 'site-saved'));
          },
          (problem) => showOne(request, site, form.values, problem),
        );
      }),
    },
    {
      path: '/dashboard/sites/{id}/delete',
      post: guards.postAsOwner(async (request, form) => {
        const site = await findSite(request);
        return showErrors(
          async () => {
            checkForm(noFields, form);
            await services.sites.delete(request.session.scope, site.id, {
              client: services.clientKeyOf(request.exchange),
            });
            return seeOther(withNotice(`${request.base}/dashboard/sites`, 'site-deleted'));
          },
          (problem) => showOne(request, site, { name: site.name, origins: site.origins.join('\n') }, problem),
        );
      }),
    },
  ];
}

/** Reads a site from its form. Origins are separated by line breaks, spaces or commas. */
function parseSite(form: SubmittedForm) {
  const { name, origins: text = '' } = checkForm(siteForm, form);
  const origins = text.split(/[\s,]+/).filter(Boolean);
  try {
    return check(siteDraft, { name, origins });
  } catch (error) {
    throw error instanceof AskwellError && error.issues ? validationError(nameOrigins(error.issues, origins)) : error;
  }
}

/** Adds the origin to each message, because the form has no field for a path such as `origins.3`. */
function nameOrigins(issues: readonly Issue[], origins: readonly string[]): Issue[] {
  return issues.map((issue) => {
    const origin = origins[Number(/^origins\.(\d+)$/.exec(issue.path)?.[1])];
    return origin === undefined ? issue : { ...issue, message: `“${origin}”: ${issue.message}` };
  });
}
