import { describeConsequences, describeCounts } from '../../api/transfer/describe-plan.js';
import type { ImportPlan } from '../../api/transfer/plan-import.js';
import { formatTimestamp } from '../../base/clock.js';
import { type Html, html } from '../../base/html.js';
import type { Session } from '../../owners/access/session.js';
import type { SessionRow } from '../../owners/access/session-queries.js';
import type { EventKind } from '../../owners/security-events/event-kinds.js';
import type { EventRow } from '../../owners/security-events/event-queries.js';
import { icons } from '../../web/ui/icons.js';
import { longTable, pageHeading, time } from '../components.js';
import { type FormField, foldedForm } from '../form.js';
import type { FormError } from '../form-error.js';
import { passwordField } from '../sign-in/credential-fields.js';
import { profileSection, type RefusedForm } from './profile-view.js';
import { sessionsSection } from './sessions-view.js';

const fields: readonly FormField[] = [
  {
    name: 'ids',
    label: 'IDs',
    kind: 'choice',
    choices: [
      { value: 'keep', label: 'Keep the IDs of the file' },
      { value: 'renew', label: 'Create new IDs' },
    ],
    help: 'Keep IDs when you move to another server. Create new ones to copy what exists here.',
    required: true,
  },
  {
    name: 'file',
    label: 'Export file',
    kind: 'file',
    help: 'At most 64 MiB. For larger files, use “askwell import” on the server.',
    required: true,
    missing: 'Choose a file.',
  },
];

const labels: Readonly<Record<EventKind, string>> = {
  registered: 'Account created',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_in_throttled: 'Sign-in blocked after too many attempts',
  confirmation_failed: 'Wrong password in a signed-in browser',
  password_changed: 'Password changed',
  password_reset: 'Password reset on the command line',
  password_reset_requested: 'Link to set a new password requested',
  password_reset_by_email: 'Password reset with a link from an email',
  email_changed: 'Email changed',
  email_verified: 'Email verified',
  access_removed: 'All API keys, webhooks and results links deleted',
  emails_withheld: 'Receipts or notices not sent: limit reached, or email not verified',
  key_created: 'API key created',
  key_deleted: 'API key deleted',
  token_created: 'Token for the editor created',
  token_revoked: 'Token for the editor revoked',
  keys_revoked: 'All API keys, webhooks and results links deleted on the command line',
  site_created: 'Site created',
  site_deleted: 'Site deleted',
  webhook_created: 'Webhook created',
  webhook_moved: 'URL of a webhook changed',
  webhook_secret_rotated: 'Secret of a webhook rotated',
  webhook_deleted: 'Webhook deleted',
  webhook_gone: 'Webhook disabled: its URL answered 410 Gone',
  webhook_failing: 'Webhook disabled after five days of failures',
  exported: 'Account exported',
  imported: 'Export imported',
  account_deleted: 'Account deleted',
};

const labelOf = new Map<string, string>(Object.entries(labels));

/** The number of events that are not folded. */
const shownEvents = 5;

const columns = [{ label: 'Event' }, { label: 'When' }, { label: 'Network' }];

/** The forms that are shown again with their errors. */
export interface AccountForms {
  readonly name?: RefusedForm;
  readonly email?: RefusedForm;
  readonly verification?: FormError;
  readonly password?: FormError;
  readonly transfer?: TransferForm;
  readonly deletion?: RefusedForm;
}

/** The data of the account page. */
export interface AccountView extends AccountForms {
  readonly base: string;
  readonly session: Session;
  /** Whether the host app manages the name and email. */
  readonly isOfHost: boolean;
  /** Whether the email is verified; undefined if the service sends no emails. */
  readonly isVerified: boolean | undefined;
  readonly sessions: readonly SessionRow[];
  readonly events: readonly EventRow[];
}

/** The account page. Users of the host app have no password and no sessions here. */
export function accountView(view: AccountView): Html {
  const { base, session, isOfHost, isVerified, name, email, verification } = view;
  return html`${pageHeading('Account')}
${profileSection({ base, account: session.account, isOfHost, isVerified, name, email, verification })}
${!session.isOfHost && passwordSection(view)}
${session.id !== null && sessionsSection(base, session.id, view.sessions)}
${eventsSection(view.events)}
${transferSection(base, view.transfer)}
${deletionSection(view)}`;
}

const passwordFields: readonly FormField[] = [
  {
    name: 'current_password',
    label: 'Current password',
    kind: 'password',
    autocomplete: 'current-password',
    required: true,
    missing: 'Enter your current password.',
  },
  {
    name: 'new_password',
    label: 'New password',
    kind: 'password',
    autocomplete: 'new-password',
    rule: 'At least 8 characters.',
    required: true,
    missing: 'Enter a new password with at least 8 characters.',
    minLength: 8,
  },
];

function passwordSection({ base, session, password }: AccountView): Html {
  return html`<section class="section">
<h2>Password</h2>
<p class="help">A change signs out all other browsers.</p>
${foldedForm('Change password', {
  id: 'password',
  action: `${base}/dashboard/account/password`,
  back: `${base}/dashboard/account`,
  fields: passwordFields,
  submit: 'Change password',
  // Password managers save the new password under this name.
  account: session.account.email ?? undefined,
  problem: password,
})}
</section>`;
}

function deletionSection({ base, session, deletion }: AccountView): Html {
  const hasPassword = !session.isOfHost;
  const field = hasPassword ? passwordField : confirmationField(session.account);
  return html`<section class="section">
<h2>Delete your account</h2>
<p>This permanently deletes your API keys, your sites, your polls, quizzes and forms, and all their answers.</p>
${foldedForm('Delete account', {
  id: 'deletion',
  action: `${base}/dashboard/account/delete`,
  back: `${base}/dashboard/account`,
  fields: [field],
  submit: 'Delete account permanently',
  look: 'danger',
  account: hasPassword ? (session.account.email ?? undefined) : undefined,
  values: deletion?.values ?? {},
  problem: deletion?.problem,
})}
</section>`;
}

/** What users of the host app enter to confirm: they have no password here. */
function confirmationField({ email }: Session['account']): FormField {
  return email === null
    ? { name: 'name', label: 'Name', help: 'Enter your name to confirm.', required: true, missing: 'Enter your name.' }
    : {
        name: 'email',
        label: 'Email',
        kind: 'email',
        help: 'Enter your email to confirm.',
        required: true,
        missing: 'Enter your email.',
      };
}

/** The security events of an account, newest first. */
function eventsSection(events: readonly EventRow[]): Html {
  const clients = [...new Set(events.flatMap(({ client }) => client ?? []))];
  const rows = events.map((event) => [
    eventCell(event),
    time(formatTimestamp(event.at)),
    networkCell(event, clients.indexOf(event.client ?? '')),
  ]);
  return html`<section class="section">
<h2>Security events</h2>
<p class="help">The last 100 events. Events with the same number come from the same network.</p>
${rows.length > 0 ? longTable('Security events', columns, rows, shownEvents) : html`<p>No events yet.</p>`}
</section>`;
}

function eventCell({ kind, subject, n, first_at }: EventRow): Html {
  // A newer version of Askwell may have stored a kind without a label here.
  const label = labelOf.get(kind) ?? kind;
  return html`<span class="name">${label}</span>${subject !== null && html` ${subject}`}${n > 1 && html` ${n} times since ${time(formatTimestamp(first_at))}`}`;
}

/** The number of a network in the list. The title has the fingerprint of the client, as in the log. */
function networkCell({ client, n }: EventRow, index: number): Html {
  if (client === null) return html`The server`;
  return html`<span title="${client}">${index + 1}${n > 1 && html` (most recent)`}</span>`;
}

/** The state of the import form after it was sent. */
interface TransferForm {
  readonly problem?: FormError;
  readonly imported?: ImportPlan;
  /** The choice of IDs that was sent. */
  readonly ids: string;
}

/** The section with the export of an account, and the import of one. */
function transferSection(base: string, { problem, imported, ids }: TransferForm = { ids: 'keep' }): Html {
  return html`<section class="section">
<h2>Export and import</h2>
<p>The export is a file with your sites, webhooks, polls, quizzes and forms, with all answers, notes and tickets. It contains personal data of your visitors. API keys, secrets of webhooks, results links, passwords and sessions are not part of it.</p>
<p class="actions"><a class="button" href="${base}/dashboard/account/export" download>Download export</a></p>
${imported && importedNotice(imported)}
${foldedForm('Import a file', {
  id: 'import',
  action: `${base}/dashboard/account/import`,
  back: `${base}/dashboard/account`,
  fields,
  submit: 'Import',
  values: { ids },
  problem,
})}
</section>`;
}

function importedNotice(plan: ImportPlan): Html {
  const sentences = [`Imported ${describeCounts(plan.counts)}.`, ...describeConsequences(plan)];
  return html`<p class="notice" role="status">${icons.done}<span>${sentences.join(' ')}</span></p>`;
}
