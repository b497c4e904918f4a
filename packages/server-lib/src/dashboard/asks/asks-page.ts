import { AskwellError } from '../../base/errors.js';
import { type Html, html } from '../../base/html.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import { parseUrlencoded } from '../../http/urlencoded.js';
import type { Services } from '../../instance/assemble-services.js';
import { templates } from '../../kinds/templates/index.js';
import { count, pageHeading } from '../components.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askTabOf } from '../home/ask-frame.js';
import { type AskTab, askPath } from '../home/ask-path.js';
import { kindNames } from '../kind-names.js';
import { ownerPage } from '../layout/layout.js';
import { type Notice, withNotice } from '../layout/notice.js';
import { maxSelected, pageSize } from '../limits.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { allSites } from '../sites/all-sites.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { asksView } from './asks-view.js';
import { isListFiltered, listQueryString, readListQuery } from './list-filter.js';
import { blankChoices } from './new-ask-view.js';
import type { OwnerAsk } from './owner-ask.js';
import { ownerAsksOf } from './owner-asks.js';
import { templateCard } from './template-card.js';

const notices: Readonly<Record<AskAction, Notice>> = {
  open: 'asks-opened',
  close: 'asks-closed',
  archive: 'asks-archived',
  restore: 'asks-restored',
  duplicate: 'asks-duplicated',
};

/** `/dashboard`: the asks of an owner, with actions on one or several of them. */
export function asksRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);
  const act = createAskActions(services);

  async function show(request: OwnerRequest): Promise<PageReply> {
    const query = readListQuery(request);
    const { sort, after } = query;
    const [found, sites] = await Promise.all([
      request.run(services.sessionOperations.asks.list, { ...query.filter, sort, after, limit: pageSize + 1 }),
      allSites(services, request),
    ]);
    const isNew = found.length === 0 && !isListFiltered(query.filter) && !query.filter.archived && after === null;
    const body = isNew
      ? welcomeView(request)
      : asksView({
          base: request.base,
          query,
          asks: found.slice(0, pageSize),
          hasMore: found.length > pageSize,
          sites,
        });
    return page(ownerPage(request, { title: 'Polls, quizzes and forms', entry: 'asks', body }));
  }

  async function doAction(request: OwnerRequest, form: SubmittedForm): Promise<PageReply> {
    const list = `${request.base}/dashboard${listQueryString(readListQuery(request))}`;
    // A button of a row names its ask: `close:poll_…`. The others act on the selected ones.
    const [name = '', one] = (allValuesOf(form, 'do')[0] ?? '').split(':');
    // A button of the page of an ask leads back to that page.
    const tab = askTabOf(queryParam(request, 'from'));
    const ids = one === undefined ? allValuesOf(form, 'id').slice(0, maxSelected) : [one];
    if (ids.length === 0) return seeOther(withNotice(list, 'nothing-selected'));
    if (name === 'delete') {
      const params = new URLSearchParams(ids.map((id): [string, string] => ['id', id]));
      return seeOther(`${request.base}/dashboard/asks/delete?${params}`);
    }
    const action = askActionOf(name);
    if (!action) throw new AskwellError('not_found');
    const { notice, copy } = await act(request, ids, action);
    return seeOther(withNotice(tab === undefined ? list : placeAfter(request.base, tab, one, copy), notice));
  }

  const findAll = ({ session }: OwnerRequest, ids: readonly string[]) =>
    Promise.all(ids.slice(0, maxSelected).map((id) => asks.find(session, id)));

  return [
    { path: '/dashboard', get: guards.getAsOwner(show) },
    { path: '/dashboard/asks/actions', post: guards.postAsOwner(doAction) },
    {
      path: '/dashboard/asks/delete',
      get: guards.getAsOwner(async (request) => {
        const found = await findAll(request, [parseUrlencoded(request.exchange.query, 'query')['id'] ?? []].flat());
        if (found.length === 0) throw new AskwellError('not_found');
        const body = await deleteView(request.base, found);
        return page(ownerPage(request, { title: 'Delete', entry: 'asks', body }));
      }),
      post: guards.postAsOwner(async (request, form) => {
        for (const ask of await findAll(request, allValuesOf(form, 'id'))) await ask.run(ask.operations.delete, {});
        return seeOther(withNotice(`${request.base}/dashboard`, 'asks-deleted'));
      }),
    },
  ];
}

/** The actions on listed asks that need no confirmation. */
type AskAction = 'open' | 'close' | 'archive' | 'restore' | 'duplicate';

/** Returns the action with a name. Undefined if no action has the name. */
function askActionOf(name: string): AskAction | undefined {
  return (['open', 'close', 'archive', 'restore', 'duplicate'] as const).find((action) => action === name);
}

/** The notice to show after an action, and the ID of the last copy it made. */
interface ActionOutcome {
  readonly notice: Notice;
  readonly copy: string | undefined;
}

/** Returns the page to show after an action on the page of an ask: the copy, or the same page. */
function placeAfter(base: string, tab: AskTab, id = '', copy: string | undefined): string {
  return copy === undefined ? askPath(base, id, tab) : askPath(base, copy, 'edit');
}

/** Returns a function that does one action to several asks. */
function createAskActions(services: Services) {
  const asks = ownerAsksOf(services);
  const { archive } = services.sessionOperations.asks;

  /** Opens an ask for answers. A draft gets its latest changes. Changes of an ask that was open before are published separately. */
  async function open(ask: OwnerAsk): Promise<void> {
    const { isChanged, revision } = await ask.workingCopy.open();
    if (ask.shown.status === 'draft' && isChanged)
      await ask.run(ask.operations.workingCopy.update, { revision, publish: true, status: 'open' });
    else await ask.run(ask.operations.update, { status: 'open' });
  }

  /** Returns the ID of the copy, if the action makes one. */
  async function apply(request: OwnerRequest, ask: OwnerAsk, action: AskAction): Promise<string | undefined> {
    switch (action) {
      case 'open':
        await open(ask);
        return undefined;
      case 'close':
        await ask.run(ask.operations.update, { status: 'closed' });
        return undefined;
      case 'duplicate':
        return (await ask.run(ask.operations.copy, {})).id;
      default:
        await request.run(archive, { archived: action === 'archive' }, { id: ask.id });
        return undefined;
    }
  }

  return async (request: OwnerRequest, ids: readonly string[], action: AskAction): Promise<ActionOutcome> => {
    // All are found before the first one is changed.
    const found = await Promise.all(ids.map((id) => asks.find(request.session, id)));
    let copy: string | undefined;
    for (const ask of found) copy = await apply(request, ask, action);
    return { notice: notices[action], copy };
  };
}

/** Asks for confirmation before asks are deleted, and lists what is deleted with them. */
async function deleteView(base: string, asks: readonly OwnerAsk[]): Promise<Html> {
  const codeKeys = await Promise.all(asks.map((ask) => ask.codeKey()));
  const answers = asks.reduce((sum, { shown }) => sum + shown.answers_count, 0);
  const only = asks.length === 1 ? asks[0] : undefined;
  const items = asks.map(
    ({ id, kind, shown }) =>
      html`<li><input type="hidden" name="id" value="${id}"><span class="name" dir="auto">${shown.title}</span> <span class="muted">${kindNames[kind]}, ${count(shown.answers_count, 'answer', 'answers')}</span></li>`,
  );
  return html`<form class="card deletion" method="post" action="${base}/dashboard/asks/delete">
<h1>${only ? `Delete this ${only.kind}?` : `Delete these ${asks.length}?`}</h1>
<ul class="${only ? 'plain' : 'bulleted'}">${items}</ul>
<p>What happens:</p>
<ul class="bulleted">${answers > 0 && html`<li>${count(answers, 'answer is', 'answers are')} deleted too, with the results.</li>`}<li>Links and embedded widgets stop working.</li><li>This cannot be undone.</li>${
    codeKeys.some((key) => key !== null) &&
    html`<li>${only ? 'This is' : 'Some of these are'} defined in the code of the app, which may create ${only ? 'it' : 'them'} again, without answers.</li>`
  }</ul>
<div class="actions"><button class="button danger">Delete ${only ? only.kind : asks.length}</button><a class="button" href="${base}/dashboard">Cancel</a></div>
</form>`;
}

/** The page of an owner without polls, quizzes and forms. */
function welcomeView({ base, session }: OwnerRequest): Html {
  const cards = templates.filter(({ featured }) => featured).map((template) => templateCard(base, template));
  return html`${pageHeading(`Welcome, ${session.account.name}`, 'Create your first poll, quiz or form.')}
<section class="section"><h2>Start from scratch</h2>${blankChoices(base)}</section>
<section class="section"><h2>Or from a template</h2><ul class="templates">${cards}</ul>
<p class="actions templates-more"><a class="button" href="${base}/dashboard/asks/new">All templates</a></p></section>
<section class="section"><h2>For developers</h2><p><a href="${base}/dashboard/keys#create">Create an API key</a>, follow the <a href="${base}/dashboard/developers">guides</a>, or <a href="${base}/dashboard/asks/new#paste">paste code</a>.</p></section>`;
}
