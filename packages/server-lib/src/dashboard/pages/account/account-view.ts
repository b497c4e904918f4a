import type { Session } from '../../../access/session.js';
import type { SessionRow } from '../../../access/session-queries.js';
import { formatTimestamp } from '../../../clock.js';
import type { EventRow } from '../../../security-events/event-queries.js';
import { type Html, html } from '../../../web/html.js';
import { actionsColumn, heading, table, time } from '../../components.js';
import { type Field, renderForm } from '../../form.js';
import type { FormError } from '../../form-error.js';
import { eventsSection } from './events-view.js';
import { type TransferForm, transferSection } from './transfer-view.js';

/** The errors of the forms that are shown again. */
export interface AccountForms {
  readonly password?: FormError;
  readonly transfer?: TransferForm;
  readonly deletion?: FormError;
  readonly deletionValues?: Readonly<Record<string, string>>;
}

/** The data of the account page. */
export interface AccountView extends AccountForms {
  readonly base: string;
  readonly session: Session;
  readonly sessions: readonly SessionRow[];
  readonly events: readonly EventRow[];
}

/** The account page. Users of the host app have no password and no sessions here. */
export function accountView(view: AccountView): Html {
  const { account, id } = view.session;
  return html`${heading('Account')}
<dl class="facts"><div><dt>Name</dt><dd>${account.name}</dd></div><div><dt>Email</dt><dd>${account.email}</dd></div></dl>
${id !== null && html`${passwordSection(view)}${sessionsSection(view)}`}
${transferSection(view.base, view.transfer)}
${deletionSection(view)}
${eventsSection(view.events)}`;
}

const passwordFields: readonly Field[] = [
  {
    name: 'current_password',
    label: 'Current password',
    kind: 'password',
    autocomplete: 'current-password',
    required: true,
  },
  {
    name: 'new_password',
    label: 'New password',
    kind: 'password',
    autocomplete: 'new-password',
    help: 'At least 8 characters.',
    required: true,
    minLength: 8,
  },
];

function passwordSection({ base, session, password }: AccountView): Html {
  return html`<section class="section">
<h2>Change your password</h2>
<p class="help">This signs out all other browsers.</p>
${renderForm({
  id: 'password',
  action: `${base}/dashboard/account/password`,
  fields: passwordFields,
  submit: 'Change password',
  // Password managers save the new password under this name.
  account: session.account.email,
  problem: password,
})}
</section>`;
}

const columns = [{ label: 'Browser' }, { label: 'Last seen' }, { label: 'Signed in' }, actionsColumn];

function sessionsSection({ base, session, sessions }: AccountView): Html {
  const path = `${base}/dashboard/account/sessions`;
  const rows = sessions.map(({ id, agent, seen_at, created_at }) => {
    const isCurrent = id === session.id;
    return [
      html`<span class="name">${agent}</span>${isCurrent && html` <span class="badge">This browser</span>`}`,
      time(formatTimestamp(seen_at)),
      time(formatTimestamp(created_at)),
      html`<form method="post" action="${path}/${id}/delete"><button class="button small">Sign out<span class="unseen"> ${agent}${isCurrent ? ', this browser' : ''}</span></button></form>`,
    ];
  });
  return html`<section class="section">
<h2>Signed-in browsers</h2>
${table('Signed-in browsers', columns, rows)}
${sessions.length > 1 && html`<form class="actions" method="post" action="${path}/delete-others"><button class="button">Sign out all other browsers</button></form>`}
</section>`;
}

function deletionSection({ base, session, deletion, deletionValues = {} }: AccountView): Html {
  const hasPassword = session.id !== null;
  const field: Field = hasPassword
    ? {
        name: 'password',
        label: 'Password',
        kind: 'password',
        autocomplete: 'current-password',
        required: true,
      }
    : { name: 'email', label: 'Email', kind: 'email', help: 'Enter your email to confirm.', required: true };
  return html`<section class="section">
<h2>Delete your account</h2>
<p>This permanently deletes your API keys, your sites, your polls, quizzes and forms, and all their answers.</p>
<details class="reveal"${deletion && html` open`}>
<summary class="button">Delete account</summary>
${renderForm({
  id: 'deletion',
  action: `${base}/dashboard/account/delete`,
  fields: [field],
  submit: 'Delete account permanently',
  look: 'danger',
  ...(hasPassword ? { account: session.account.email } : {}),
  values: deletionValues,
  problem: deletion,
})}
</details>
</section>`;
}
