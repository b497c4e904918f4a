import { z } from 'zod';
import { AskwellError, validationError } from '../../base/errors.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Site } from '../../shared/contract/resources.js';
import type { Issue } from '../../shared/faults/fault.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { type Notice, withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { checkForm, emptyForm, formText, type SubmittedForm } from '../read-form.js';
import { allSites } from './all-sites.js';
import { sitesView, siteView } from './sites-view.js';

const noFields = z.strictObject({});
const siteForm = z.strictObject({ name: formText, origins: formText.optional() });

/** `/dashboard/sites`: list, create, edit and delete sites. */
export function siteRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const { sites } = services.operations;

  async function showAll(request: OwnerRequest, form: SubmittedForm, problem?: FormError): Promise<Reply> {
    const body = sitesView(request.base, await allSites(services, request), form.values, problem);
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

  const showAllAfter = ({ base }: OwnerRequest, notice: Notice) =>
    seeOther(withNotice(`${base}/dashboard/sites`, notice));

  return [
    {
      path: '/dashboard/sites',
      get: guards.getAsOwner((request) => showAll(request, emptyForm)),
      post: guards.postAsOwner((request, form) =>
        showErrors(
          async () => {
            await saveSite(form, (site) => request.run(sites.create, site));
            return showAllAfter(request, 'site-created');
          },
          (problem) => showAll(request, form, problem),
        ),
      ),
    },
    {
      path: '/dashboard/sites/{id}',
      get: guards.getAsOwner(async (request) => {
        const site = await request.run(sites.get, {});
        return showOne(request, site, valuesOf(site));
      }),
      post: guards.postAsOwner(async (request, form) => {
        const site = await request.run(sites.get, {});
        return showErrors(
          async () => {
            await saveSite(form, (changes) => request.run(sites.update, changes));
            return showAllAfter(request, 'site-saved');
          },
          (problem) => showOne(request, site, form.values, problem),
        );
      }),
    },
    {
      path: '/dashboard/sites/{id}/delete',
      post: guards.postAsOwner(async (request, form) => {
        const site = await request.run(sites.get, {});
        return showErrors(
          async () => {
            await request.run(sites.delete, checkForm(noFields, form));
            return showAllAfter(request, 'site-deleted');
          },
          (problem) => showOne(request, site, valuesOf(site), problem),
        );
      }),
    },
  ];
}

/** Returns the values of the form of a site. */
function valuesOf({ name, origins }: Site): SubmittedForm['values'] {
  return { name, origins: origins.join('\n') };
}

/** Saves the site that a form has sent. Origins are separated by line breaks, spaces or commas. */
async function saveSite(
  form: SubmittedForm,
  save: (site: { name: string; origins: string[] }) => Promise<Site>,
): Promise<void> {
  const { name, origins: text = '' } = checkForm(siteForm, form);
  const origins = text.split(/[\s,]+/).filter(Boolean);
  try {
    await save({ name, origins });
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
