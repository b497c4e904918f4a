import { AskwellError } from '../../base/errors.js';
import { valueAt, withValueAt } from '../../base/validation/json-path.js';
import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { parseUrlencoded } from '../../http/urlencoded.js';
import type { Services } from '../../instance/assemble-services.js';
import { toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { createOwnerAsks } from '../asks/owner-asks.js';
import type { FormError } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { allValuesOf, type SubmittedForm, toSubmittedForm } from '../read-form.js';
import { allSites } from '../sites/all-sites.js';
import { applyAction } from './apply-action.js';
import { conditionPart, type DefinitionPart, itemListOf, itemPart, membersOfItem, partOf } from './definition-parts.js';
import { tooLargeView } from './definition-view.js';
import type { Member } from './draft-member.js';
import { elementId } from './editor-context.js';
import { type EditorTab, editorView } from './editor-view.js';
import { newItem } from './new-items.js';
import { publishActions } from './publish-actions.js';
import { readMembers } from './read-member.js';
import { itemsOf, objectOf } from './render-member.js';
import { resolveConditions } from './resolve-conditions.js';
import { saveChanges } from './save-changes.js';

/** `/dashboard/asks/{id}/edit`, `/logic` and `/settings`: change the definition of an ask. */
export function editorRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = createOwnerAsks(services);
  async function find({ session, params }: OwnerRequest, tab: EditorTab): Promise<OwnerAsk> {
    const ask = await asks.find(session, params['id'] ?? '');
    // Only the fields of forms have conditions.
    if (tab === 'logic' && ask.kind !== 'form') throw new AskwellError('not_found');
    return ask;
  }

  async function show(request: OwnerRequest, tab: EditorTab, refused?: RefusedChange): Promise<Reply> {
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
      ? { issues: refused.problem.issues, refusals: [], embedded: null }
      : await ask.workingCopy.review(copy.draft);
    const item = tab === 'settings' ? undefined : (refused?.item ?? queryParam(request, 'item'));
    const query = toSubmittedForm(parseUrlencoded(request.exchange.query, 'query'));
    const part = partFor(ask, copy.draft, tab, item);
    if (!part) throw new AskwellError('not_found');
    const isAttempted = queryParam(request, 'unpublished') !== undefined;
    const refusal = refused?.problem;
    const hasUsers = services.signIn.isHostManaged(toSignInRequest(request.exchange));
    const shared = { base: request.base, ask, tab, item, part, copy, codeKey, review, isAttempted, refusal, query };
    const body = editorView({ ...shared, sites, hasUsers });
    const actions = publishActions(ask, copy);
    const frame = { tab, body, actions, isProblem: refusal !== undefined, isWide: tab === 'edit', hasWidget: true };
    return page(askPage(request, ask, frame), refusal ?? {});
  }

  async function change(request: OwnerRequest, form: SubmittedForm, tab: EditorTab): Promise<Reply> {
    const ask = await find(request, tab);
    const [revision = '', item = '', action = ''] = ['revision', 'item', 'do'].map(
      (name) => allValuesOf(form, name)[0],
    );
    const { draft: before } = await ask.workingCopy.open();
    const part = partFor(ask, before, tab, item === '' ? undefined : item);
    // The item was removed in another tab: saving is refused anyway, because the revision differs.
    const read = part ? readPart(ask, before, part, form) : before;
    const changed = applyAction(ask.kind, read, action);
    const nextItem = changed.item === undefined ? (part ? item : '') : (changed.item ?? '');
    const query = nextQuery(nextItem, allValuesOf(form, 'tried')[0] ?? '');
    const fragment = changed.path === undefined ? '' : `#${elementId(changed.path)}`;
    const { draft } = changed;
    return saveChanges(request, ask, {
      tab,
      draft,
      revision,
      action,
      next: query + fragment,
      showAgain: (problem) => show(request, tab, { draft, item: nextItem === '' ? undefined : nextItem, problem }),
    });
  }

  return (['edit', 'logic', 'settings'] as const).map((tab) => ({
    path: `/dashboard/asks/{id}/${tab}`,
    get: guards.getAsOwner((request) => show(request, tab)),
    post: guards.postDefinitionAsOwner((request, form) => change(request, form, tab)),
  }));
}

/** A change that was not saved, because a part of it is too large. */
interface RefusedChange {
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

/** Returns the part of the definition that a page edits. */
function partFor(
  ask: OwnerAsk,
  draft: JsonObject,
  tab: EditorTab,
  item: string | undefined,
): DefinitionPart | undefined {
  if (item !== undefined) {
    const part = itemPart(ask.kind, draft, item);
    return tab === 'logic' ? part && conditionPart(part) : part;
  }
  if (tab === 'logic') return { members: [], prefix: '' };
  return partOf(ask.kind, tab === 'settings' ? 'settings' : 'content');
}

/** Returns the definition with the input for one of its parts. */
function readPart({ kind }: OwnerAsk, draft: JsonObject, part: DefinitionPart, form: SubmittedForm): JsonObject {
  const { prefix } = part;
  if (prefix === '') return readMembers(form, part.members, draft, prefix);
  const path = prefix.slice(0, -1);
  const before = objectOf(valueAt(draft, path));
  const type = allValuesOf(form, `${prefix}type`)[0] ?? before['type'];
  const members = type === before['type'] ? part.members : membersOfItem(kind, type);
  const item =
    type === before['type']
      ? readMembers(form, members, before, prefix)
      : withType(type, members, readMembers(form, members, { ...before, type: type ?? null }, prefix), path);
  const changed = withValueAt(draft, path, item);
  const list = itemListOf(kind);
  return list === 'fields' ? { ...changed, fields: resolveConditions(itemsOf(changed['fields'])) } : changed;
}

/**
 * Returns an item with another type: it keeps the members that both types have, except its answer key, and gets the members that the new
 * type requires, such as options.
 */
function withType(type: JsonValue | undefined, members: readonly Member[], item: JsonObject, path: string): JsonObject {
  const kept = Object.entries(item).filter(
    ([name, value]) => name !== 'answer' && members.some((member) => member.name === name) && !isEmptyList(value),
  );
  return { ...newItem(path, [], members, typeof type === 'string' ? type : undefined), ...Object.fromEntries(kept) };
}

const isEmptyList = (value: JsonValue): boolean => Array.isArray(value) && value.length === 0;
