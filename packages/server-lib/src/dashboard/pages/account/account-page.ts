import { z } from 'zod';
import { newPasswordSchema } from '../../../accounts/password-schema.js';
import { foldEmail } from '../../../accounts/registration-schema.js';
import type { Services } from '../../../assemble-services.js';
import { fault } from '../../../faults/fault.js';
import { invalidField } from '../../../faults/invalid-field.js';
import type { Reply } from '../../../http/exchange.js';
import type { Upload } from '../../../http/multipart.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { jsonLinesFile, seeOther } from '../../../http/reply.js';
import { check } from '../../../validation/check.js';
import { parseId } from '../../../validation/id.js';
import { homeOf } from '../../../web/enabled-pages.js';
import { type FormError, showErrors } from '../../form-error.js';
import type { Guards, OwnerRequest } from '../../guards.js';
import { ownerPage } from '../../layout.js';
import { withNotice } from '../../notice.js';
import { page } from '../../page-reply.js';
import { checkForm, type SubmittedForm } from '../../read-form.js';
import { clearCookieHeaders, openSession } from '../../session-cookie.js';
import { type AccountForms, accountView } from './account-view.js';

const noFields = z.strictObject({});
const passwordForm = z.strictObject({ current_password: z.string(), new_password: newPasswordSchema });
const importForm = z.strictObject({ ids: z.enum(['keep', 'renew']) });
const deleteForm = z.strictObject({ password: z.string() });
/** Users of the host app have no password here. They confirm with their email address. */
const hostDeleteForm = z.strictObject({ email: z.string() });

/** `/dashboard/account`: change the password, sign browsers out, delete the account. */
export function accountRoutes(services: Services, guards: Guards): PageEndpoint[] {
  async function show(request: OwnerRequest, forms: AccountForms = {}, problem?: FormError): Promise<Reply> {
    const [sessions, events] = await Promise.all([
      request.session.id === null ? [] : services.sessions.list(request.session.account.id),
      services.securityEvents.list(request.session.account.id),
    ]);
    const body = accountView({ base: request.base, session: request.session, sessions, events, ...forms });
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: 'Account', entry: 'account', body, isProblem }), problem ?? {});
  }

  async function changePassword({ exchange, base, session }: OwnerRequest, form: SubmittedForm): Promise<Reply> {
    const { current_password, new_password } = checkForm(passwordForm, form);
    await services.accounts.changePassword(session, current_password, new_password, services.clientKeyOf(exchange));
    // The change ends all sessions, including this browser's, so that a stolen copy of its cookie is invalid too.
    const cookie = await openSession(services, exchange, session.account.id);
    return seeOther(withNotice(`${base}/dashboard/account`, 'password-changed'), cookie);
  }

  async function deleteAccount({ exchange, base, session }: OwnerRequest, form: SubmittedForm): Promise<Reply> {
    if (session.id === null) {
      const { email } = checkForm(hostDeleteForm, form);
      if (foldEmail(email) !== foldEmail(session.account.email)) {
        throw invalidField('email', fault('wrong_email'));
      }
      await services.accounts.delete(session, '', services.clientKeyOf(exchange));
    } else {
      await services.accounts.delete(session, checkForm(deleteForm, form).password, services.clientKeyOf(exchange));
    }
    return seeOther(homeOf(services.enabledPages, base) ?? `${base}/login`, clearCookieHeaders(services, exchange));
  }

  async function endSession({ exchange, base, session, params }: OwnerRequest, form: SubmittedForm): Promise<Reply> {
    checkForm(noFields, form);
    const id = parseId(params['id'] ?? '');
    if (id !== undefined) await services.sessions.revoke(session, id);
    if (id === session.id) return seeOther(`${base}/login`, clearCookieHeaders(services, exchange));
    return seeOther(withNotice(`${base}/dashboard/account`, 'session-ended'));
  }

  /** One export of an account runs at a time, as in the API. */
  function downloadExport({ exchange, session }: OwnerRequest): Promise<Reply> {
    const { transfer, heavyRequests, clientKeyOf } = services;
    return heavyRequests.run('export', session.scope.account, exchange, async () =>
      jsonLinesFile(transfer.fileName(), transfer.export(session.scope, clientKeyOf(exchange))),
    );
  }

  async function importUpload(request: OwnerRequest, { fields, field, content }: Upload): Promise<Reply> {
    if (field !== 'file') throw invalidField(field, fault('unknown_field'));
    const { ids } = check(importForm, fields);
    const client = services.clientKeyOf(request.exchange);
    const imported = await services.transfer.import(request.session.scope, content, ids, client);
    return show(request, { transfer: { imported, ids } });
  }

  return [
    {
      path: '/dashboard/account/export',
      get: guards.getAsOwner(downloadExport),
    },
    {
      path: '/dashboard/account/import',
      post: guards.uploadAsOwner((request, upload) =>
        showErrors(
          () => importUpload(request, upload),
          (problem) => show(request, { transfer: { problem, ids: upload.fields['ids'] ?? '' } }, problem),
        ),
      ),
    },
    { path: '/dashboard/account', get: guards.getAsOwner((request) => show(request)) },
    {
      path: '/dashboard/account/password',
      post: guards.postAsOwner((request, form) =>
        showErrors(
          () => changePassword(request, form),
          (problem) => show(request, { password: problem }, problem),
        ),
      ),
    },
    { path: '/dashboard/account/sessions/{id}/delete', post: guards.postAsOwner(endSession) },
    {
      path: '/dashboard/account/sessions/delete-others',
      post: guards.postAsOwner(async ({ base, session }, form) => {
        checkForm(noFields, form);
        await services.sessions.revokeOthers(session);
        return seeOther(withNotice(`${base}/dashboard/account`, 'others-ended'));
      }),
    },
    {
      path: '/dashboard/account/delete',
      post: guards.postAsOwner((request, form) =>
        showErrors(
          () => deleteAccount(request, form),
          (problem) => show(request, { deletion: problem, deletionValues: form.values }, problem),
        ),
      ),
    },
  ];
}
