import { html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import { imageSources } from '../../core/asks/image-hosts.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { resolveDesign } from '../../owners/sites/site-design.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import { partOf } from '../editor/definition-parts.js';
import { tooLargeView } from '../editor/definition-view.js';
import { editorScript } from '../editor/editor-script.js';
import { baseField, choosesVersions, mergeStaleChanges, submittedBase } from '../editor/merge-stale-changes.js';
import { publishParts } from '../editor/publish-actions.js';
import { readMembers } from '../editor/read-member.js';
import { saveChanges } from '../editor/save-changes.js';
import type { FormError } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { askPath } from '../home/ask-path.js';
import { withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { cssReply } from './css-reply.js';
import { type DesignedSite, designView, useForSite } from './design-view.js';
import { validDesign } from './valid-design.js';

/** `/dashboard/asks/{id}/design`: changes the design of an ask, and makes it the default of its site. */
export function designRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);
  const { sites } = services.operations;
  const find = ({ session, params }: OwnerRequest) => asks.find(session, params['id'] ?? '');

  /** Returns the site that a draft belongs to. Null if it has no site, or if the site belongs to another owner. */
  async function siteOf(request: OwnerRequest, { site_id }: JsonObject): Promise<DesignedSite | null> {
    if (typeof site_id !== 'number') return null;
    const ids = { id: String(site_id) };
    const site = await sites.get.target.find(request.session.scope, ids);
    return site ? { id: site.id, name: site.name, design: await request.run(sites.design.get, {}, ids) } : null;
  }

  async function show(request: OwnerRequest, refusal?: FormError): Promise<PageReply> {
    const ask = await find(request);
    const [copy, codeKey] = await Promise.all([ask.workingCopy.open(), ask.codeKey()]);
    if (copy.excess.length > 0)
      return page(
        askPage(request, ask, {
          tab: 'design',
          body: tooLargeView({ base: request.base, ask, copy }),
          isProblem: true,
        }),
      );
    const [review, site] = await Promise.all([ask.workingCopy.review(copy), siteOf(request, copy.draft)]);
    const isAttempted = queryParam(request, 'unpublished') !== undefined;
    const view = { base: request.base, ask, copy, codeKey, review, isAttempted };
    const body = html`${designView({ ...view, refusal, site })}${baseField(copy.draft)}${editorScript(view, 'design')}`;
    return page(askPage(request, ask, { tab: 'design', body, ...publishParts(ask, copy), hasWidget: true }), {
      ...refusal,
      imageSources: imageSources(services.options.imageHosts, services.urls.secure),
    });
  }

  async function save(request: OwnerRequest, form: SubmittedForm): Promise<PageReply> {
    const ask = await find(request);
    const [revision = '', action = ''] = ['revision', 'do'].map((name) => allValuesOf(form, name)[0]);
    const stored = await ask.workingCopy.open();
    const base = action === 'discard' ? undefined : submittedBase(form);
    const isStale = revision !== stored.revision || choosesVersions(form);
    const before = (isStale && base) || stored.draft;
    const draft = readMembers(form, partOf(ask.kind, 'design').members, before, '');
    const showAgain = (problem: FormError) => show(request, problem);
    const change = { tab: 'design' as const, draft, revision, action, showAgain };
    if (isStale && base) return mergeStaleChanges(request, ask, { ...change, nextOf: () => '', form, base, stored });
    const saved = await saveChanges(request, ask, { ...change, next: '' });
    // Nothing was saved if another tab had changed something.
    if (action !== useForSite || saved.status !== 303) return saved;
    const [{ issues }, site] = await Promise.all([
      ask.workingCopy.review({ draft, isChanged: true }),
      siteOf(request, draft),
    ]);
    if (!site || issues.some(({ path }) => path.startsWith('design'))) return saved;
    const design = resolveDesign(validDesign(draft['design']), site.design) ?? {};
    await request.run(sites.design.update, design, { id: String(site.id) });
    return seeOther(withNotice(askPath(request.base, ask.id, 'design'), 'site-design-saved'));
  }

  return [
    {
      path: '/dashboard/asks/{id}/design',
      get: guards.getAsOwner((request) => show(request)),
      post: guards.postDefinitionAsOwner(save),
    },
    {
      path: '/dashboard/asks/{id}/design.css',
      get: guards.getAsOwner(async (request) => {
        const ask = await find(request);
        const { draft } = await ask.workingCopy.open();
        const site = await siteOf(request, draft);
        return cssReply(ask.id, resolveDesign(validDesign(draft['design']), site?.design ?? null));
      }),
    },
  ];
}
