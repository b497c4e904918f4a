import { AskwellError, validationError } from '../../base/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Design } from '../../shared/contract/resources.js';
import { cssReply } from '../design/css-reply.js';
import type { DesignedSite } from '../design/design-view.js';
import { readDesign } from '../design/read-design.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import type { SubmittedForm } from '../read-form.js';
import { siteDesignPath, siteDesignView } from './site-design-view.js';

/** `/dashboard/sites/{id}/design`: the design that the asks of a site have where they have none of their own. */
export function siteDesignRoutes({ operations: { sites } }: Services, guards: Guards): PageEndpoint[] {
  async function find(request: OwnerRequest): Promise<DesignedSite> {
    const [{ id, name }, design] = await Promise.all([request.run(sites.get, {}), request.run(sites.design.get, {})]);
    return { id, name, design };
  }

  function show(request: OwnerRequest, site: DesignedSite, design: JsonObject, problem?: FormError): Reply {
    const body = siteDesignView({ base: request.base, site, design, problem });
    const isProblem = problem !== undefined;
    const title = `Design: ${site.name}`;
    return page(
      ownerPage(request, { title, entry: 'sites', body, isProblem, isWide: true, hasWidget: true }),
      problem ?? {},
    );
  }

  async function save(request: OwnerRequest, form: SubmittedForm): Promise<Reply> {
    const site = await find(request);
    const entered = readDesign(form, 'design', draftOf(site.design));
    return showErrors(
      async () => {
        await (isJsonObject(entered) ? saveDesign(request, entered) : request.run(sites.design.delete, {}));
        return seeOther(withNotice(siteDesignPath(request.base, site.id), 'site-design-saved'));
      },
      (problem) => show(request, site, isJsonObject(entered) ? entered : {}, problem),
    );
  }

  /** Saves a design. Its fields have names such as `design.accent`. */
  async function saveDesign(request: OwnerRequest, design: JsonObject): Promise<void> {
    try {
      await request.run(sites.design.update, design);
    } catch (error) {
      if (!(error instanceof AskwellError) || !error.issues) throw error;
      throw validationError(error.issues.map((issue) => ({ ...issue, path: `design.${issue.path}` })));
    }
  }

  return [
    {
      path: '/dashboard/sites/{id}/design',
      get: guards.getAsOwner(async (request) => {
        const site = await find(request);
        return show(request, site, draftOf(site.design));
      }),
      post: guards.postAsOwner(save),
    },
    {
      path: '/dashboard/sites/{id}/design.css',
      get: guards.getAsOwner(async (request) => {
        const { id, design } = await find(request);
        return cssReply(`site-${id}`, design);
      }),
    },
  ];
}

/** Returns a design as the controls take it. */
function draftOf(design: Design): JsonObject {
  return Object.fromEntries(Object.entries(design).map(([name, value]): [string, JsonValue] => [name, value]));
}
