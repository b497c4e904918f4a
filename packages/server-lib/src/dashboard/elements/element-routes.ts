import { z } from 'zod';
import { callWithSession, readFirst } from '../../api/operations/call-operation.js';
import { dateOf } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { turnForLongWork } from '../../base/event-loop.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { check } from '../../base/validation/check.js';
import { rawText } from '../../base/validation/text.js';
import type { AskSummary } from '../../core/asks/summary-service.js';
import { askKinds } from '../../core/ids.js';
import { discardedRevision, workingCopyChanges } from '../../core/schemas/working-copy-schema.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { json } from '../../http/reply.js';
import { parseUrlencoded } from '../../http/urlencoded.js';
import type { Services } from '../../instance/assemble-services.js';
import { findTemplate, templates } from '../../kinds/templates/index.js';
import { maxSites } from '../../owners/sites/limits.js';
import { fault } from '../../shared/faults/fault.js';
import { toStatus } from '../asks/asks-view.js';
import { blankDrafts } from '../asks/new-ask-page.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import { editorData } from '../editor/editor-script.js';
import { forOwners } from '../editor/owner-faults.js';
import { savedCopy } from '../editor/working-copy-route.js';
import { isCurrent } from '../results/live-part.js';
import { notModified } from '../results/not-modified.js';
import { presets } from '../results/results-query.js';
import { resultsView } from '../results/results-view.js';
import { readShownResults, requestedResults } from '../results/shown-results.js';
import { createElementGuard, type ElementHandlers, type ElementRequest } from './element-guard.js';

const listQuery = z.strictObject({
  kind: z.enum(askKinds).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(20),
});
const creation = z.strictObject({ kind: z.enum(askKinds), template: rawText(100).optional() });
// Without `publish` and `status`, which need another permission.
const save = workingCopyChanges.pick({ revision: true, definition: true });
const nothing = z.strictObject({});

/** What the owner, or the host with a token, allows an element to do. */
function allowedBy({ access, scope: { rules } }: ElementRequest) {
  const kinds = rules?.kinds ?? askKinds;
  return {
    can: access.can,
    kinds,
    types: rules?.types ?? null,
    templates: templates.flatMap(({ name, kind, draft }) =>
      kinds.includes(kind) ? [{ id: name, title: draft.title, kind }] : [],
    ),
    locked: rules?.locked ?? {},
    hidden: rules?.hidden ?? [],
  };
}

/** `/embed/owner/…`: what the elements for owners need, in pages of the host. */
export function elementRoutes(services: Services): PageEndpoint[] {
  const { heavyRequests, sessionOperations, operations, signIn } = services;
  const asks = ownerAsksOf(services);
  const guard = createElementGuard(services);
  const find = (request: ElementRequest) => asks.find(request, request.params['id'] ?? '');

  /** Returns the saved definition after a change, and also if another one was saved before. */
  async function afterChange(request: ElementRequest, change: (ask: OwnerAsk) => Promise<unknown>): Promise<Reply> {
    const ask = await find(request);
    let status = 200;
    try {
      await change(ask);
    } catch (error) {
      if (!(error instanceof AskwellError) || error.code !== 'precondition_failed') throw forEditor(error);
      ({ status } = error);
    }
    const changed = await find(request);
    return json(status, { ...(await savedCopy(changed)), status: changed.shown.status });
  }

  async function publish(ask: OwnerAsk, { revision }: z.infer<typeof discardedRevision>): Promise<void> {
    const status = ask.shown.status === 'draft' ? ('open' as const) : undefined;
    await ask.run(ask.operations.workingCopy.update, { revision, publish: true, status });
  }

  async function list(request: ElementRequest): Promise<Reply> {
    const { access, exchange } = request;
    const query = check(listQuery, parseUrlencoded(exchange.query, 'query'));
    const filter = {
      kind: query.kind ?? null,
      site: null,
      status: null,
      q: null,
      archived: false,
      ...(access.asks ? { ids: access.asks } : {}),
    };
    const after = query.cursor === undefined ? null : { value: query.cursor, seq: query.cursor };
    const page = { sort: 'newest' as const, after, limit: query.limit + 1 };
    const rows = await callWithSession(sessionOperations.asks.list, request, {}, { ...filter, ...page });
    const shown = rows.slice(0, query.limit);
    const last = shown.at(-1);
    const next = rows.length > query.limit && last ? String(last.position.seq) : null;
    return json(200, { data: shown.map(toListed), next_cursor: next, allowed: allowedBy(request) });
  }

  async function create(request: ElementRequest, body: unknown): Promise<Reply> {
    const { kind, template: name } = check(creation, body);
    const template = name === undefined ? undefined : findTemplate(name);
    if (name !== undefined && template?.kind !== kind) throw new AskwellError('not_found');
    const draft = template ? { ...template.draft, status: 'draft' } : blankDrafts[kind];
    return json(201, { id: await asks.create(request, kind, draft) });
  }

  async function edit(request: ElementRequest): Promise<Reply> {
    const { exchange, scope, access } = request;
    const ask = await find(request);
    const [copy, codeKey, sites] = await Promise.all([
      ask.workingCopy.open(),
      ask.codeKey(),
      readFirst(operations.sites.list, scope, {}, { limit: maxSites, order: 'asc' }),
    ]);
    if (copy.excess.length > 0) throw new AskwellError('conflict', 'The changes are too large for the editor.');
    const review = await ask.workingCopy.review(copy);
    // A token that names asks does not reach the other sites of the account.
    const shownSites = access.asks ? sites.filter(({ id }) => id === ask.shown.site_id) : sites;
    const data = editorData({ base: exchange.base, ask, copy, codeKey, review, isAttempted: false });
    const { item: _, query: __, ...shared } = data;
    const hasUsers = signIn.isHostManaged({ headers: exchange.headers(), request: exchange.raw, user: exchange.user });
    const sendsEmails = services.notices !== undefined;
    const today = dateOf(services.clock.now());
    return json(
      200,
      { ...shared, sites: shownSites, hasUsers, sendsEmails, today, allowed: allowedBy(request) },
      [],
      true,
    );
  }

  /** The results as the tab Results shows them. They are rendered here, because they need what only the server has. */
  async function results(request: ElementRequest): Promise<Reply> {
    const { exchange, scope } = request;
    const ask = await find(request);
    const requested = await requestedResults(services, ask, request);
    const { state, query } = requested;
    if (isCurrent(exchange.header('if-none-match'), state)) return notModified(state);
    return heavyRequests.run('job', scope.account, exchange, async () => {
      const shown = await readShownResults(requested, exchange.base);
      await turnForLongWork(ask.account);
      const { markup } = resultsView(shown);
      const periods = presets.map(({ period, label }) => ({ id: period, label }));
      const period = query.period || 'all';
      return json(200, { id: ask.id, kind: ask.kind, period, periods, markup }, ['etag', `"${state}"`], true);
    });
  }

  /** Does an action without input, and returns the ID of the ask, or of its copy. */
  const action = (name: string, needs: 'publish' | 'create' | 'delete', act: (ask: OwnerAsk) => Promise<string>) => ({
    path: `/embed/owner/asks/{id}/${name}`,
    post: {
      needs,
      async handle(request: ElementRequest, body: unknown) {
        check(nothing, body);
        return json(200, { id: await act(await find(request)) });
      },
    },
  });

  /** A token that names asks cannot move them to other sites, which would show it the sites. */
  async function requireSameSite(ask: OwnerAsk, definition: object = {}): Promise<void> {
    if (!('site_id' in definition)) return;
    const { draft } = await ask.workingCopy.open();
    const sites: readonly unknown[] = [ask.shown.site_id, draft['site_id'] ?? null];
    if (!sites.includes(definition.site_id ?? null)) throw invalidField('definition.site_id', fault('unknown_site'));
  }

  async function setStatus(ask: OwnerAsk, status: 'open' | 'closed'): Promise<string> {
    await ask.run(ask.operations.update, { status });
    return ask.id;
  }

  const routes: readonly ElementHandlers[] = [
    {
      path: '/embed/owner/asks',
      get: { needs: null, handle: list },
      post: { needs: 'create', handle: create },
    },
    { path: '/embed/owner/asks/{id}/editor', get: { needs: 'edit', handle: edit } },
    {
      path: '/embed/owner/asks/{id}/working-copy',
      post: {
        needs: 'edit',
        handle: (request, body) =>
          afterChange(request, async (ask) => {
            const changes = check(save, body);
            if (request.access.asks) await requireSameSite(ask, changes.definition);
            return ask.run(ask.operations.workingCopy.update, changes);
          }),
      },
    },
    {
      path: '/embed/owner/asks/{id}/publish',
      post: {
        needs: 'publish',
        handle: (request, body) => afterChange(request, (ask) => publish(ask, check(discardedRevision, body))),
      },
    },
    {
      path: '/embed/owner/asks/{id}/discard',
      post: {
        needs: 'edit',
        handle: (request, body) =>
          afterChange(request, (ask) => ask.run(ask.operations.workingCopy.delete, check(discardedRevision, body))),
      },
    },
    { path: '/embed/owner/asks/{id}/results', get: { needs: 'results', handle: results } },
    // The copy is a new ask, so that a token that names asks cannot make one.
    action('duplicate', 'create', async (ask) => (await ask.run(ask.operations.copy, {})).id),
    action('close', 'publish', (ask) => setStatus(ask, 'closed')),
    action('reopen', 'publish', (ask) => setStatus(ask, 'open')),
    action('delete', 'delete', async (ask) => {
      await ask.run(ask.operations.delete, {});
      return ask.id;
    }),
  ];
  return routes.map(guard);
}

/** Returns an ask as lists show it. */
function toListed(ask: AskSummary) {
  const { id, kind, title, answers, isChanged } = ask;
  return { id, kind, title, ...toStatus(ask), answers_count: answers, is_changed: isChanged };
}

/** Returns an error with the texts of the editor. */
function forEditor(error: unknown): unknown {
  if (!(error instanceof AskwellError) || !error.issues) return error;
  return new AskwellError(error.code, error.detail, { issues: error.issues.map(forOwners), cause: error });
}
