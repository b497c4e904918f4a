import { formatTimestamp } from '../../base/clock.js';
import { type Html, html } from '../../base/html.js';
import type { SessionRow } from '../../owners/access/session-queries.js';
import { actionsColumn, longTable, type TableColumn, time } from '../components.js';

const columns: readonly TableColumn[] = [
  { label: 'Browser' },
  { label: 'Last seen' },
  { label: 'Signed in' },
  actionsColumn,
];

/** The number of browsers that are not folded. */
const shownSessions = 3;

/** The browsers that are signed in, this one first, with buttons that sign them out. */
export function sessionsSection(base: string, current: number, sessions: readonly SessionRow[]): Html {
  const path = `${base}/dashboard/account/sessions`;
  const isThis = ({ id }: SessionRow) => id === current;
  const others = sessions.filter((session) => !isThis(session));
  const rows = [...sessions.filter(isThis), ...others].map(({ id, agent, seen_at, created_at }) => {
    const isCurrent = id === current;
    return [
      html`<span class="name">${agent}</span>${isCurrent && html` <span class="badge">This browser</span>`}`,
      time(formatTimestamp(seen_at)),
      time(formatTimestamp(created_at)),
      html`${!isCurrent && html`<form method="post" action="${path}/${id}/delete"><button class="button small">Sign out<span class="unseen"> ${agent}</span></button></form>`}`,
    ];
  });
  return html`<section class="section">
<h2>Signed-in browsers</h2>
${longTable('Signed-in browsers', columns, rows, shownSessions)}
${others.length > 0 && html`<form class="actions" method="post" action="${path}/delete-others"><button class="button">Sign out all other browsers</button></form>`}
</section>`;
}
