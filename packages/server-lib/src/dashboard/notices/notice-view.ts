import { type Html, html } from '../../base/html.js';
import { renderForm } from '../form.js';
import type { ShareContext } from '../share/share-context.js';
import { sharePath } from '../share/share-parts.js';

/** When an owner can be notified of new answers. */
const choices = [
  { value: 'off', label: 'Never' },
  { value: 'at_once', label: 'At once, at most every 10 minutes' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every day at 07:00 UTC' },
];

/** The section that sets when the owner gets an email about new answers. Null if the owner has no address. */
export function noticeSection(context: ShareContext): Html | null {
  const { notice, isEmailVerified, request } = context;
  if (request.session.account.email === null) return null;
  if (notice === undefined)
    return html`<p class="section help" id="email">This service sends no emails. Notices of new answers need an email server, which the person who runs the service can set up.</p>`;
  const form = renderForm({
    id: 'notices',
    action: sharePath(context, '/notices'),
    fields: [{ name: 'timing', label: 'Send an email', kind: 'choice', choices }],
    submit: 'Save',
    values: { timing: notice ?? 'off' },
  });
  return html`<section class="section stacked" id="email">
<h2>Email about new answers</h2>
<p class="help">We write to <bdi>${request.session.account.email}</bdi> when there are new answers, and only then. The email says how many, without their content.</p>
${!isEmailVerified && html`<p><strong>Your email is not verified.</strong> These emails, and receipts to respondents, are only sent after you <a href="${request.base}/dashboard/account#verify">verify it</a>.</p>`}
${form}
</section>`;
}
