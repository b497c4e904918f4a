import { z } from 'zod';
import { invalidField } from '../../base/faults/invalid-field.js';
import { type Html, html } from '../../base/html.js';
import { check } from '../../base/validation/check.js';
import type { PageReply, Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Upload } from '../../http/parsers/multipart.js';
import { fileReply, jsonLinesFile, seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { homeOf } from '../../instance/options/enabled-pages.js';
import { foldEmail } from '../../owners/accounts/registration-schema.js';
import { fault } from '../../shared/faults/fault.js';
import { showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { homeLink, narrowPage } from '../layout/layout.js';
import { withNotice } from '../layout/notice.js';
import type { PageLinks } from '../layout/page-links.js';
import { page } from '../page-reply.js';
import { checkForm, formText } from '../read-form.js';
import { clearCookieHeaders, startBrowserSession } from '../session-cookie.js';
import type { SubmittedForm } from '../submitted-form.js';
import { profileRoutes } from './profile-routes.js';
import { createShowAccount, type ShowAccount } from './show-account.js';

const importForm = z.strictObject({ ids: z.enum(['keep', 'renew']) });

const noFields = z.strictObject({});

const passwordForm = z.strictObject({ current_password: formText, new_password: formText });
const deleteForm = z.strictObject({ password: formText });
/**
 * Users of the host app have no password here. They confirm with their email address, or with their name if they have no email address.
 */
const emailForm = z.strictObject({ email: formText });
const nameForm = z.strictObject({ name: formText });

/** `/dashboard/account`: change the name, email and password, sign browsers out, export, import, delete the account. */
export function accountRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const show = createShowAccount(services);
  const { account } = services.sessionOperations;

  async function changePassword(request: OwnerRequest, form: SubmittedForm): Promise<PageReply> {
    const { exchange, base, session } = request;
    await request.run(account.changePassword, checkForm(passwordForm, form));
    // The change ends all sessions, including this browser's, so that a stolen copy of the cookie is invalid too.
    const cookie = await startBrowserSession(services, exchange, session.account.id);
    return seeOther(withNotice(`${base}/dashboard/account`, 'password-changed'), cookie);
  }

  async function deleteAccount(request: OwnerRequest, form: SubmittedForm): Promise<PageReply> {
    const { exchange, base, session } = request;
    if (session.isOfHost) {
      requireConfirmation(session.account, form);
      await request.run(account.delete, {});
    } else {
      await request.run(account.delete, checkForm(deleteForm, form));
    }
    const cookies = clearCookieHeaders(services, exchange);
    // The dashboard would create the account of a user of the host again.
    return services.enabledPages.landing || !session.isOfHost
      ? seeOther(homeOf(services.enabledPages, base) ?? `${base}/login`, cookies)
      : page(deletedView(request), { headers: cookies });
  }

  return [
    { path: '/dashboard/account', get: guards.getAsOwner((request) => show(request)) },
    ...profileRoutes(services, guards, show),
    {
      path: '/dashboard/account/password',
      post: guards.postAsOwner((request, form) =>
        showErrors(
          () => changePassword(request, form),
          (problem) => show(request, { password: problem }, problem),
        ),
      ),
    },
    ...sessionRoutes(services, guards),
    ...transferRoutes(services, guards, show),
    {
      path: '/dashboard/account/delete',
      post: guards.postAsOwner((request, form) =>
        showErrors(
          () => deleteAccount(request, form),
          (problem) => show(request, { deletion: { problem, values: form.values } }, problem),
        ),
      ),
    },
  ];
}

/** Throws unless a user of the host app has entered the email of the account, or its name if it has no email. */
function requireConfirmation({ name, email }: OwnerRequest['session']['account'], form: SubmittedForm): void {
  if (email === null) {
    if (checkForm(nameForm, form).name.trim() !== name) throw invalidField('name', fault('wrong_name'));
  } else if (foldEmail(checkForm(emailForm, form).email) !== foldEmail(email)) {
    throw invalidField('email', fault('wrong_email'));
  }
}

function deletedView(links: PageLinks): Html {
  const home = homeLink(links, 'button primary');
  return narrowPage(
    links,
    'Account deleted',
    html`<h1>Account deleted</h1>
<p class="lead">Your polls, quizzes and forms are deleted, with all their answers. Your account in the app stays.</p>
${home && html`<p class="actions">${home}</p>`}`,
  );
}

/** The buttons of the account page that sign browsers out. */
function sessionRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const { sessions } = services.sessionOperations.account;

  async function endSession(request: OwnerRequest, form: SubmittedForm): Promise<PageReply> {
    const { exchange, base, session, params } = request;
    await request.run(sessions.end, checkForm(noFields, form));
    if (params['id'] === String(session.id)) return seeOther(`${base}/login`, clearCookieHeaders(services, exchange));
    return seeOther(withNotice(`${base}/dashboard/account`, 'session-ended'));
  }

  async function endOthers(request: OwnerRequest, form: SubmittedForm): Promise<PageReply> {
    await request.run(sessions.endOthers, checkForm(noFields, form));
    return seeOther(withNotice(`${request.base}/dashboard/account`, 'others-ended'));
  }

  return [
    { path: '/dashboard/account/sessions/{id}/delete', post: guards.postAsOwner(endSession) },
    { path: '/dashboard/account/sessions/delete-others', post: guards.postAsOwner(endOthers) },
  ];
}

/** The export of an account, and the form that imports one. */
function transferRoutes(services: Services, guards: Guards, show: ShowAccount): PageEndpoint[] {
  /** One export of an account runs at a time, as in the API. */
  function downloadExport({ exchange, session }: OwnerRequest): Promise<Reply> {
    const { transfer, heavyRequests, clientKeyOf } = services;
    return heavyRequests.run('export', session.scope.account, exchange, async () =>
      fileReply(jsonLinesFile(transfer.fileName(), transfer.export(session.scope, clientKeyOf(exchange)))),
    );
  }

  async function importUpload(request: OwnerRequest, { fields, field, content }: Upload): Promise<PageReply> {
    if (field !== 'file') throw invalidField(field, fault('unknown_field'));
    const { ids } = check(importForm, fields);
    const client = services.clientKeyOf(request.exchange);
    const imported = await services.transfer.import(request.session.scope, content, ids, client);
    return show(request, { transfer: { imported, ids } });
  }

  return [
    { path: '/dashboard/account/export', get: guards.getAsOwner(downloadExport) },
    {
      path: '/dashboard/account/import',
      post: guards.uploadAsOwner((request, upload) =>
        showErrors(
          () => importUpload(request, upload),
          (problem) => show(request, { transfer: { problem, ids: upload.fields['ids'] ?? '' } }, problem),
        ),
      ),
    },
  ];
}
