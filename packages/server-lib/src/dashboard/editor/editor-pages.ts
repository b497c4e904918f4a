import { dateOf } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import { imageSources } from '../../core/asks/image-hosts.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { parseUrlencoded } from '../../http/urlencoded.js';
import type { Services } from '../../instance/assemble-services.js';
import { toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import type { FormError } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { allSites } from '../sites/all-sites.js';
import { allValuesOf, type SubmittedForm, toSubmittedForm } from '../submitted-form.js';
import { applyAction } from './apply-action.js';
import { tooLargeView } from './definition-view.js';
import { type EditorTab, partFor, readPart } from './edited-part.js';
import { elementId } from './editor-context.js';
import { editorScript } from './editor-script.js';
import { editorView } from './editor-view.js';
import { baseField, choosesVersions, mergeStaleChanges, submittedBase } from './merge-stale-changes.js';
import { publishParts } from './publish-actions.js';
import { saveChanges } from './save-changes.js';

/** `/dashboard/asks/{id}/edit`, `/logic`, `/translate` and `/settings`: change the definition of an ask. */
export function editorRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);
  async function find({ session, params }: OwnerRequest, tab: EditorTab): Promise<OwnerAsk> {
    const ask = await asks.find(session, params['id'] ?? '');
    // Only the fields of forms have conditions.
    if (tab === 'logic' && ask.kind !== 'form') throw new AskwellError('not_found');
    return ask;
  }

  async function show(request: OwnerRequest, tab: EditorTab, refused?: RefusedInput): Promise<PageReply> {
    const ask = await find(request, tab);
    const [stored, codeKey, sites] = await Promise.all([
      ask.workingCopy.open(),
      ask.codeKey(),
      allSites(services, request),
    ]);
    if (stored.excess.length > 0)
      return page(
        askPage(request, ask, { tab, body: tooLargeView({ base: request.base, ask, copy: stored }), isProblem: true }),
      );
    const copy = refused ? { ...stored, draft: refused.draft } : stored;
    const review = refused
      ? { issues: refused.problem.issues, warnings: [], refusals: [], embedded: null, outdated: {} }
      : await ask.workingCopy.review(copy);
    const item = tab === 'settings' ? undefined : (refused?.item ?? queryParam(request, 'item')) || undefined;
    const query = toSubmittedForm(parseUrlencoded(request.exchange.query, 'query'));
    const part = partFor(ask.kind, copy.draft, tab, item);
    if (!part) throw new AskwellError('not_found');
    const isAttempted = queryParam(request, 'unpublished') !== undefined;
    const refusal = refused?.problem;
    const hasUsers = services.signIn.isHostManaged(toSignInRequest(request.exchange));
    const shared = { base: request.base, ask, tab, item, part, copy, codeKey, review, isAttempted, refusal, query };
    const sendsEmails = services.notices !== undefined;
    const canTranslate = services.options.translate !== undefined;
    const today = dateOf(services.clock.now());
    const pathCounts = tab === 'logic' ? await ask.results.pathCounts() : null;
    const abilities = { sites, hasUsers, sendsEmails, canTranslate, today, pathCounts };
    const body = html`<div class="editor-view" data-editor-view>${editorView({ ...shared, ...abilities })}</div>${baseField(stored.draft)}${editorScript(shared, tab, { item, query, ...abilities })}`;
    const frame = { tab, body, ...publishParts(ask, copy), isProblem: refusal !== undefined, hasWidget: true };
    return page(askPage(request, ask, frame), {
      ...refusal,
      imageSources: imageSources(services.options.imageHosts, services.urls.secure),
    });
  }

  async function change(request: OwnerRequest, form: SubmittedForm, tab: EditorTab): Promise<PageReply> {
    const ask = await find(request, tab);
    const [revision = '', item = '', action = ''] = ['revision', 'item', 'do'].map(
      (name) => allValuesOf(form, name)[0],
    );
    const stored = await ask.workingCopy.open();
    const base = action === 'discard' ? undefined : submittedBase(form);
    const isStale = revision !== stored.revision || choosesVersions(form);
    const before = (isStale && base) || stored.draft;
    const part = partFor(ask.kind, before, tab, item === '' ? undefined : item);
    // The item was removed in another tab: saving is refused anyway, because the revision differs.
    const read = part ? readPart(ask.kind, before, part, form) : before;
    const changed = applyAction(ask.kind, read, action);
    const { draft } = changed;
    const nextItem = changed.item === undefined ? (part ? item : '') : (changed.item ?? '');
    const query = nextQuery(nextItem, allValuesOf(form, 'tried')[0] ?? '');
    const fragment = changed.path === undefined ? '' : `#${elementId(changed.path)}`;
    const next = query + fragment;
    const change = {
      tab,
      draft,
      revision,
      action,
      showAgain: (problem: FormError) =>
        show(request, tab, { draft, item: nextItem === '' ? undefined : nextItem, problem }),
    };
    if (!isStale || !base) return saveChanges(request, ask, { ...change, next });
    // Another tab may have removed the item.
    const nextOf = (saved: JsonObject) => (partFor(ask.kind, saved, tab, nextItem || undefined) ? next : '');
    return mergeStaleChanges(request, ask, { ...change, nextOf, form, base, stored });
  }

  return (['edit', 'logic', 'translate', 'settings'] as const).map((tab) => ({
    path: `/dashboard/asks/{id}/${tab}`,
    get: guards.getAsOwner((request) => show(request, tab)),
    post: guards.postDefinitionAsOwner((request, form) => change(request, form, tab)),
  }));
}

/** A change that was not saved, because a part of it is too large. */
interface RefusedInput {
  readonly draft: JsonObject;
  readonly item: string | undefined;
  readonly problem: FormError;
}

/** Returns the query of the page to show next: the item, and the answers that are tried in the tab Logic. */
function nextQuery(item: string, tried: string): string {
  const query = new URLSearchParams(tried);
  if (item !== '') query.set('item', item);
  return query.size === 0 ? '' : `?${query}`;
}
