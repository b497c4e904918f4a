import type { LoggedRequest } from '../../api/request-log.js';
import { formatTimestamp } from '../../base/clock.js';
import { type Html, html } from '../../base/html.js';
import { icons } from '../../web/ui/icons.js';
import { breakable, empty, pageHeading, preciseTime, type TableColumn, table } from '../components.js';
import { developersNav } from './developers-nav.js';

const byStatus: Readonly<Record<number, Html>> = {
  400: html`The body or the query could not be parsed. Check that the body is JSON in UTF-8.`,
  403: html`The key may not do this. Check its permissions and its site under “API keys”.`,
  404: html`The resource does not exist, or the key has no access to it. Check the ID, and the site of the key.`,
  405: html`The path does not support this method. The header <code>Allow</code> of the response lists the supported methods.`,
  409: html`The request conflicts with existing data. The <code>code</code> of the response says why.`,
  410: html`What an earlier request with the same <code>Idempotency-Key</code> created has been deleted. Use another key.`,
  412: html`The resource has changed since you read it. Read it again, then repeat the change.`,
  413: html`The body is larger than 256 KiB.`,
  415: html`Send the body with <code>Content-Type: application/json</code>.`,
  422: html`The request is not valid. <code>errors</code> of the response lists each field with its fault.`,
  429: html`The account sent too many requests. Wait as many seconds as the header <code>Retry-After</code> of the response says.`,
  503: html`The server was overloaded or could not read its database. Wait as many seconds as <code>Retry-After</code> says.`,
};

/** The choices of the filter by status. */
export const statusClasses = ['all', '2xx', '4xx', '5xx'] as const;

const statusLabels: Readonly<Record<(typeof statusClasses)[number], string>> = {
  all: 'All',
  '2xx': '2xx: success',
  '4xx': '4xx: error of the request',
  '5xx': '5xx: error of the server',
};

/** The requests that the page shows. */
export interface RequestFilter {
  readonly status: (typeof statusClasses)[number];
  /** A part of the request ID. */
  readonly q: string;
}

/** The data of the page with the requests. */
export interface RequestsView {
  readonly base: string;
  readonly filter: RequestFilter;
  /** The requests that match the filter, the newest first. */
  readonly found: readonly LoggedRequest[];
  /** Whether there are requests without the filter. */
  readonly hasAny: boolean;
}

const path = '/dashboard/developers/requests';

/** The filter and the requests. A search for the whole ID of one request shows its details. */
export function requestsView(view: RequestsView): Html {
  const { base, filter, found, hasAny } = view;
  return html`${developersNav(base, 'requests')}
${pageHeading('Requests', 'The last 100 requests with your API keys since this server process started. Queries, bodies and IP addresses are not stored.')}
${hasAny ? html`${filterForm(base, filter)}${results(base, filter, found)}` : noRequests(base)}`;
}

function results(base: string, { q }: RequestFilter, found: readonly LoggedRequest[]): Html {
  const [first, ...others] = found;
  if (!first) return noMatch(base);
  return first.id === q && others.length === 0 ? details(base, first) : list(base, found);
}

function filterForm(base: string, { status, q }: RequestFilter): Html {
  const options = statusClasses.map(
    (value) => html`<option value="${value}"${value === status && html` selected`}>${statusLabels[value]}</option>`,
  );
  return html`<form class="filter" method="get" action="${base}${path}" role="search" aria-label="Requests">
<div class="field"><label for="filter-status">Status</label><select id="filter-status" name="status">${options}</select></div>
<div class="field"><label for="filter-q">Request ID</label><input id="filter-q" type="search" name="q" value="${q}" maxlength="64" autocomplete="off" spellcheck="false"></div>
<button class="button">Filter</button>
</form>`;
}

const columns: readonly TableColumn[] = [
  { label: 'Request' },
  { label: 'Status' },
  { label: 'API key' },
  { label: 'Time' },
];

function list(base: string, requests: readonly LoggedRequest[]): Html {
  const rows = requests.map((request) => [
    html`${requestLine(request)}<span class="detail request-id"><span>Request ID</span> <a href="${base}${path}?q=${encodeURIComponent(request.id)}"><code>${request.id}</code></a></span>`,
    statusBadge(request.status),
    html`<span class="long">${request.key}</span>`,
    html`<span>${preciseTime(formatTimestamp(request.at))}<span class="detail">Took ${formatDuration(request.duration)}</span></span>`,
  ]);
  return table('The latest requests', columns, rows, 'dense');
}

function details(base: string, request: LoggedRequest): Html {
  const advice = adviceFor(request.status);
  const facts: readonly [string, Html][] = [
    ['Status', statusBadge(request.status)],
    ['Request ID', html`<code>${request.id}</code>`],
    ['Time', preciseTime(formatTimestamp(request.at))],
    ['Duration', html`${formatDuration(request.duration)}`],
    ['API key', html`${request.key}`],
  ];
  return html`<section class="card request-details">
<h2>${requestLine(request)}</h2>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${advice && html`<p>${advice}</p>`}
<p><a href="${base}${path}">Show all requests</a></p>
</section>`;
}

function requestLine({ method, path }: LoggedRequest): Html {
  return html`<code class="request"><span class="method">${method}</span> <span>${breakable(path)}</span></code>`;
}

function statusBadge(status: number): Html {
  return html`<span class="badge${status >= 400 && ' bad'}">${status}</span>`;
}

/** Returns a duration such as `0.4 ms` or `35 ms`. */
function formatDuration(milliseconds: number): string {
  return `${milliseconds < 10 ? Math.round(milliseconds * 10) / 10 : Math.round(milliseconds)} ms`;
}

function noRequests(base: string): Html {
  return empty({
    icon: icons.clock,
    title: 'No requests yet',
    text: 'Requests with your API keys appear here as soon as this process has answered them.',
    action: html`<a class="button primary" href="${base}/dashboard/developers">Send your first request</a>`,
  });
}

function noMatch(base: string): Html {
  return empty({
    icon: icons.clock,
    title: 'No request matches',
    text: 'The request may be older than the last 100, have had no valid key, or have been answered by another process.',
    action: html`<a class="button" href="${base}${path}">Show all requests</a>`,
  });
}

/** Returns what to do about the status of a response; null if there is nothing to do. */
function adviceFor(status: number): Html | null {
  const advice = byStatus[status];
  if (advice !== undefined) return advice;
  return status >= 500 ? html`The server failed. Its log contains the error with this request ID.` : null;
}
