import { type Html, html } from '../../base/html.js';
import type { Session } from '../../owners/access/session.js';
import type { SessionRow } from '../../owners/access/session-queries.js';
import type { EventRow } from '../../owners/security-events/event-queries.js';
import { pageHeading } from '../components.js';
import { type FormField, renderForm } from '../form.js';
import type { FormError } from '../form-error.js';
import { eventsSection } from './events-view.js';
import { profileSection, type RefusedForm } from './profile-view.js';
import { sessionsSection } from './sessions-view.js';
import { type TransferForm, transferSection } from './transfer-view.js';

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
${transferSection(base, view.transfer)}
${deletionSection(view)}
${eventsSection(view.events)}`;
}

const passwordFields: readonly FormField[] = [
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
<details class="reveal"${deletion && html` open`}>
<summary class="button">Delete account</summary>
${renderForm({
  id: 'deletion',
  action: `${base}/dashboard/account/delete`,
  fields: [field],
  submit: 'Delete account permanently',
  look: 'danger',
  account: hasPassword ? (session.account.email ?? undefined) : undefined,
  values: deletion?.values ?? {},
  problem: deletion?.problem,
})}
</details>
</section>`;
}

const passwordField: FormField = {
  name: 'password',
  label: 'Password',
  kind: 'password',
  autocomplete: 'current-password',
  required: true,
};

/** What users of the host app enter to confirm: they have no password here. */
function confirmationField({ email }: Session['account']): FormField {
  return email === null
    ? { name: 'name', label: 'Name', help: 'Enter your name to confirm.', required: true }
    : { name: 'email', label: 'Email', kind: 'email', help: 'Enter your email to confirm.', required: true };
}
