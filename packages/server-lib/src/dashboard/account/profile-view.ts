import { type Html, html } from '../../base/html.js';
import { type FormField, foldedForm, renderForm } from '../form.js';
import type { FormError } from '../form-error.js';

/** A form that is shown again with what was sent. */
export interface RefusedForm {
  readonly problem: FormError;
  readonly values: Readonly<Record<string, string>>;
}

/** The data of the name and email of an account. */
export interface ProfileView {
  readonly base: string;
  readonly account: { readonly name: string; readonly email: string | null };
  /** Whether the host app manages the name and email. */
  readonly isOfHost: boolean;
  /** Whether the email is verified; undefined if the service sends no emails. */
  readonly isVerified: boolean | undefined;
  readonly verification?: FormError | undefined;
  readonly name?: RefusedForm | undefined;
  readonly email?: RefusedForm | undefined;
}

/** The name and email of an account, with the forms that change them. The host app changes the names and emails of its users. */
export function profileSection(view: ProfileView): Html {
  const { account } = view;
  if (view.isOfHost) {
    return html`<dl class="facts"><div><dt>Name</dt><dd>${account.name}</dd></div>${account.email !== null && html`<div><dt>Email</dt><dd>${account.email}</dd></div>`}</dl>
<p class="help">${account.email === null ? 'Your name comes' : 'Your name and email come'} from the app that signs you in. Change ${account.email === null ? 'it' : 'them'} there.</p>
${verificationForm(view)}`;
  }
  return html`<section class="section">
<h2>Profile</h2>
${nameForm(view)}
${emailForm(view)}
${verificationForm(view)}
</section>`;
}

const nameFields: readonly FormField[] = [
  { name: 'name', label: 'Name', autocomplete: 'name', required: true, missing: 'Enter a name.' },
];

function nameForm({ base, account, name }: ProfileView): Html {
  return renderForm({
    id: 'name',
    action: `${base}/dashboard/account/name`,
    fields: nameFields,
    submit: 'Save name',
    look: 'plain',
    values: name?.values ?? { name: account.name },
    problem: name?.problem,
  });
}

const emailFields: readonly FormField[] = [
  {
    name: 'email',
    label: 'New email',
    kind: 'email',
    autocomplete: 'email',
    required: true,
    missing: 'Enter an email address.',
  },
  {
    name: 'current_password',
    label: 'Current password',
    kind: 'password',
    autocomplete: 'current-password',
    required: true,
    missing: 'Enter your current password.',
  },
];

function emailForm({ base, account, email }: ProfileView): Html {
  return html`<dl class="facts tall-facts"><div><dt>Email</dt><dd>${account.email}</dd></div></dl>
${foldedForm('Change email', {
  id: 'email',
  action: `${base}/dashboard/account/email`,
  back: `${base}/dashboard/account`,
  fields: emailFields,
  submit: 'Save email',
  account: account.email ?? undefined,
  values: email?.values ?? {},
  problem: email?.problem,
})}`;
}

/** What the owner of an email that is not verified can do. Null if no action is possible. */
function verificationForm({ base, isVerified, verification }: ProfileView): Html | null {
  if (isVerified !== false) return null;
  return html`<div id="verify">
<p><strong>Your email is not verified.</strong> Receipts to respondents and emails about new answers are only sent after you open the link that we have sent you.</p>
${renderForm({
  id: 'verification',
  action: `${base}/dashboard/account/verify-email`,
  fields: [],
  submit: 'Send a new link',
  problem: verification,
})}
</div>`;
}
