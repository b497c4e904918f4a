import { z } from 'zod';
import { designDraft } from '../../../asks/schemas/design-schema.js';
import type { Services } from '../../../assemble-services.js';
import { AskwellError } from '../../../errors.js';
import type { Reply } from '../../../http/exchange.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import type { Design } from '../../../shared/contract/resources.js';
import { parseDesign } from '../../../sites/site-service.js';
import { check } from '../../../validation/check.js';
import { parseId } from '../../../validation/id.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../validation/json-value.js';
import { readDesign } from '../../design/read-design.js';
import { type FormError, showErrors } from '../../form-error.js';
import type { Guards, OwnerRequest } from '../../guards.js';
import { ownerPage } from '../../layout/layout.js';
import { withNotice } from '../../layout/notice.js';
import { page } from '../../page-reply.js';
import type { SubmittedForm } from '../../read-form.js';
import { cssReply } from '../design/css-reply.js';
import type { DesignedSite } from '../design/design-view.js';
import { siteDesignPath, siteDesignView } from './site-design-view.js';

const siteDesignForm = z.object({ design: designDraft.nullable() });

/** `/dashboard/sites/{id}/design`: the design that the asks of a site have where they have none of their own. */
export function siteDesignRoutes({ sites }: Services, guards: Guards): PageEndpoint[] {
  async function find({ session, params }: OwnerRequest): Promise<DesignedSite> {
    const id = parseId(params['id'] ?? '');
    const row = id === undefined ? undefined : await sites.find(session.scope, id);
    if (!row) throw new AskwellError('not_found');
    return { id: row.id, name: row.name, design: parseDesign(row.design) };
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
        const { design } = check(siteDesignForm, { design: entered ?? null });
        await sites.setDesign(request.session.scope, site.id, design);
        return seeOther(withNotice(siteDesignPath(request.base, site.id), 'site-design-saved'));
      },
      (problem) => show(request, site, isJsonObject(entered) ? entered : {}, problem),
    );
  }

  return [
    {
      path: '/dashboard/sites/{id}/design',
      get: guards.getAsOwner(async (request) => {
        const site = await find(request);
        return show(request, site, draftOf(site.design) ?? {});
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

/** Returns a stored design as the controls take it. */
function draftOf(design: Design | null): JsonObject | null {
  return (
    design && Object.fromEntries(Object.entries(design).map(([name, value]): [string, JsonValue] => [name, value]))
  );
}
