import { formatTimestamp } from '../../base/clock.js';
import { type Html, html } from '../../base/html.js';
import type { AskSort } from '../../core/asks/summary-queries.js';
import type { AskSummary } from '../../core/asks/summary-service.js';
import { askKinds } from '../../core/ids.js';
import type { Site } from '../../shared/contract/resources.js';
import { icons } from '../../web/ui/icons.js';
import { actionsColumn, empty, pageHeading, type TableColumn, table, time } from '../components.js';
import { selectControl } from '../editor/control-html.js';
import { kindLabel, statusText } from '../home/ask-labels.js';
import { askPath } from '../home/ask-path.js';
import { kindNames } from '../kind-names.js';
import { isListFiltered, type ListQuery, listQueryString } from './list-filter.js';

const [width, height, gap] = [84, 24, 2];

/** The data of the list of asks. */
export interface AsksView {
  readonly base: string;
  readonly query: ListQuery;
  readonly asks: readonly AskSummary[];
  /** Whether there are more asks after these. */
  readonly hasMore: boolean;
  readonly sites: readonly Site[];
}

/** The asks of an owner with their actions. */
export function asksView(view: AsksView): Html {
  const { base, query, asks } = view;
  const { filter, after } = query;
  const isNarrowed = isListFiltered(filter) || after !== null;
  const head = filter.archived
    ? html`<p class="crumb"><a href="${base}/dashboard">${icons.back}<span>Home</span></a></p>${pageHeading('Archive')}`
    : html`<div class="list-head">${pageHeading('Polls, quizzes and forms')}<div class="actions"><a class="button" href="${base}/dashboard?archived=yes">Archive</a><a class="button primary" href="${base}/dashboard/asks/new" data-shortcut="n">${icons.plus}New</a></div></div>`;
  return html`${head}
${(asks.length > 0 || isNarrowed) && filters(view)}
${asks.length > 0 ? list(view) : nothing(base, isNarrowed)}`;
}

function filters({ base, query: { filter, sort }, sites }: AsksView): Html {
  const { kind, status, site, q, archived } = filter;
  const any = (text: string) => ({ value: '', text });
  const kinds = askKinds.map((name) => ({ value: name, text: kindNames[name] }));
  const statuses = [
    { value: 'open', text: 'Open' },
    { value: 'draft', text: 'Draft' },
    { value: 'closed', text: 'Closed' },
  ];
  const siteNames = sites.map(({ id, name }) => ({ value: String(id), text: name }));
  const choice = (name: string, label: string, options: { value: string; text: string }[], value: string) =>
    selectControl(html`name="${name}" aria-label="${label}"`, [any(label), ...options], value);
  return html`<form class="filters" method="get" action="${base}/dashboard" role="search" data-submit-on-change>
<input type="search" name="q" value="${q}" placeholder="Search titles" aria-label="Search titles">
${choice('kind', 'All kinds', kinds, kind ?? '')}${choice('status', 'Any status', statuses, status ?? '')}${sites.length > 0 && choice('site', 'All sites', siteNames, String(site ?? ''))}
${selectControl(html`name="sort" aria-label="Order"`, sorts, sort)}
${archived && html`<input type="hidden" name="archived" value="yes">`}<button class="button">Filter</button>
</form>`;
}

const sorts: readonly { readonly value: AskSort; readonly text: string }[] = [
  { value: 'newest', text: 'Newest first' },
  { value: 'title', text: 'By title' },
  { value: 'answers', text: 'Most answers first' },
  { value: 'last_answer', text: 'Latest answer first' },
];

const columnsOf = (sort: AskSort): readonly TableColumn[] => [
  { label: 'Title', ...(sort === 'title' && { sort: 'ascending' }) },
  { label: 'Status' },
  { label: 'Answers', ...(sort === 'answers' && { sort: 'descending' }) },
  { label: 'Last 7 days' },
  { label: 'Last answer', ...(sort === 'last_answer' && { sort: 'descending' }) },
  actionsColumn,
];

function list({ base, query, asks, hasMore, sites }: AsksView): Html {
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  const rows = asks.map((ask) => row(base, ask, names));
  const last = asks.at(-1);
  const next = hasMore && last ? listQueryString({ ...query, after: last.position }) : null;
  const { archived } = query.filter;
  return html`<form method="post" action="${base}/dashboard/asks/actions${listQueryString(query)}" class="asks">
${table('Your polls, quizzes and forms', columnsOf(query.sort), rows)}
<div class="bulk"><span class="bulk-label">With the selected:</span>${bulk('open', 'Open')}${bulk('close', 'Close')}${archived ? bulk('restore', 'Move back') : bulk('archive', 'Archive')}<button class="button small bad" name="do" value="delete">Delete</button></div>
</form>
<nav class="pages" aria-label="Pages">${query.after !== null && html`<a class="button" href="${base}/dashboard${listQueryString({ ...query, after: null })}">First page</a>`}${next !== null && html`<a class="button" href="${base}/dashboard${next}" rel="next">Next page</a>`}</nav>`;
}

const bulk = (action: string, label: string): Html =>
  html`<button class="button small" name="do" value="${action}">${label}</button>`;

function row(base: string, ask: AskSummary, sites: ReadonlyMap<number, string>): Html[] {
  const { id, title, answers } = ask;
  const site = ask.site === null ? undefined : sites.get(ask.site);
  return [
    html`<span class="ask-cell"><input type="checkbox" name="id" value="${id}" aria-label="Select ${title}"><span><a class="name ask-link" href="${askPath(base, id, answers === 0 ? 'edit' : 'results')}" dir="auto">${title}</a><span class="detail">${kindLabel(ask.kind)}${site !== undefined && html` · ${site}`}</span></span></span>`,
    statusText(toStatus(ask)),
    html`<span class="figure-cell">${answers.toLocaleString('en')}</span>`,
    sparkline(ask.activity),
    ask.lastAnswerAt === null ? html`<span class="muted">None yet</span>` : time(formatTimestamp(ask.lastAnswerAt)),
    menu(base, ask),
  ];
}

/** What visitors experience of an ask, as the API names it. */
export function toStatus({ status, accepting, opensAt, closesAt }: AskSummary) {
  return {
    status,
    accepting,
    opens_at: opensAt === null ? null : formatTimestamp(opensAt),
    closes_at: closesAt === null ? null : formatTimestamp(closesAt),
  };
}

/** The actions on one ask. They are buttons of the form around the list. */
function menu(base: string, { id, title, status, isArchived }: AskSummary): Html {
  const item = (action: string, label: string) =>
    html`<li><button name="do" value="${action}:${id}">${label}</button></li>`;
  const link = (tab: 'edit' | 'share' | 'results' | 'answers', label: string) =>
    html`<li><a href="${askPath(base, id, tab)}">${label}</a></li>`;
  return html`<details class="confirm menu"><summary class="button small">${icons.more}<span class="unseen">Actions for ${title}</span></summary><ul class="menu-list">${link('edit', 'Edit')}${link('share', 'Share')}${link('results', 'Results')}${link('answers', 'Answers')}${item('duplicate', 'Duplicate')}${status === 'open' ? item('close', 'Close') : !isArchived && item('open', status === 'draft' ? 'Publish' : 'Reopen')}${isArchived ? item('restore', 'Move back from the archive') : item('archive', 'Archive')}${item('delete', 'Delete …')}</ul></details>`;
}

function nothing(base: string, isNarrowed: boolean): Html {
  if (isNarrowed)
    return empty({
      icon: icons.poll,
      title: 'Nothing matches',
      text: 'No poll, quiz or form matches this filter.',
      action: html`<a class="button" href="${base}/dashboard">Show all</a>`,
    });
  return empty({
    icon: icons.poll,
    title: 'The archive is empty',
    text: 'To archive a poll, quiz or form, choose Archive in its menu. It is kept here, with its answers.',
    action: html`<a class="button" href="${base}/dashboard">Back to Home</a>`,
  });
}

/** A small chart of the number of answers per day. Its text says the sum. Without answers, there is nothing to see. */
function sparkline(counts: readonly number[]): Html {
  const sum = counts.reduce((total, count) => total + count, 0);
  if (sum === 0) return html`<span class="unseen">None in 7 days</span>`;
  const highest = Math.max(1, ...counts);
  const step = width / counts.length;
  const bars = counts.map((count, at) => {
    const tall = count === 0 ? 1 : Math.max(2, Math.round((count / highest) * height));
    return html`<rect x="${at * step}" y="${height - tall}" width="${step - gap}" height="${tall}" rx="1"/>`;
  });
  return html`<span class="spark"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true" focusable="false">${bars}</svg><span class="unseen">${sum} in 7 days</span></span>`;
}
