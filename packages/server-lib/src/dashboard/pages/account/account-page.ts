import { z } from 'zod';
import { foldEmail, newPassword } from '../../../accounts/registration-schema.js';
import type { House } from '../../../assemble-services.js';
import { fault } from '../../../faults/fault.js';
import { invalidField } from '../../../faults/invalid-field.js';
import type { Reply } from '../../../http/exchange.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import { parseId } from '../../../validation/id.js';
import { homeOf } from '../../../web/enabled-pages.js';
import { attempt, type Problem } from '../../form-error.js';
import type { Doors, OwnerVisit } from '../../guards.js';
import { ownerPage } from '../../layout.js';
import { withNotice } from '../../notice.js';
import { page } from '../../page-reply.js';
import { checkForm, type Sent } from '../../read-form.js';
import { openSession, withoutCookie } from '../../session-cookie.js';
import { type AccountForms, accountView } from './account-view.js';

const noFields = z.strictObject({});
const passwordForm = z.strictObject({ current_password: z.string(), new_password: newPassword });
const deleteForm = z.strictObject({ password: z.string() });
/** Who signs in with the host has no password here, and types the address instead. */
const hostDeleteForm = z.strictObject({ email: z.string() });

/** `/dashboard/account`: password, logged-in browsers, and the way out. */
export function accountRoutes(house: House, doors: Doors): PageEndpoint[] {
  async function show(visit: OwnerVisit, forms: AccountForms = {}, problem?: Problem): Promise<Reply> {
    const [sessions, events] = await Promise.all([
      visit.session.id === null ? [] : house.sessions.list(visit.session.account.id),
      house.securityEvents.list(visit.session.account.id),
    ]);
    const body = accountView({ base: visit.base, session: visit.session, sessions, events, ...forms });
    const isProblem = problem !== undefined;
    return page(ownerPage(visit, { title: 'Account', place: 'account', body, isProblem }), problem ?? {});
  }

  async function changePassword({ exchange, base, session }: OwnerVisit, sent: Sent): Promise<Reply> {
    const { current_password, new_password } = checkForm(passwordForm, sent);
    await house.accounts.changePassword(session, current_password, new_password, house.clientOf(exchange));
    // This browser's session ends too and gets a successor: a stolen copy of its cookie opens nothing any more.
    const cookie = await openSession(house, exchange, session.account.id);
    return seeOther(withNotice(`${base}/dashboard/account`, 'password-changed'), cookie);
  }

  async function deleteAccount({ exchange, base, session }: OwnerVisit, sent: Sent): Promise<Reply> {
    if (session.id === null) {
      const { email } = checkForm(hostDeleteForm, sent);
      if (foldEmail(email) !== foldEmail(session.account.email)) {
        throw invalidField('email', fault('wrong_email'));
      }
      await house.accounts.delete(session, '', house.clientOf(exchange));
    } else {
      await house.accounts.delete(session, checkForm(deleteForm, sent).password, house.clientOf(exchange));
    }
    return seeOther(homeOf(house.surfaces, base) ?? `${base}/login`, withoutCookie(house, exchange));
  }

  async function endSession({ exchange, base, session, params }: OwnerVisit, sent: Sent): Promise<Reply> {
    checkForm(noFields, sent);
    const id = parseId(params['id'] ?? '');
    if (id !== undefined) await house.sessions.revoke(session, id);
    if (id === session.id) return seeOther(`${base}/login`, withoutCookie(house, exchange));
    return seeOther(withNotice(`${base}/dashboard/account`, 'session-ended'));
  }

  return [
    { path: '/dashboard/account', get: doors.lookAsOwner((visit) => show(visit)) },
    {
      path: '/dashboard/account/password',
      post: doors.writeAsOwner((visit, sent) =>
        attempt(
          () => changePassword(visit, sent),
          (problem) => show(visit, { password: problem }, problem),
        ),
      ),
    },
    { path: '/dashboard/account/sessions/{id}/delete', post: doors.writeAsOwner(endSession) },
    {
      path: '/dashboard/account/sessions/delete-others',
      post: doors.writeAsOwner(async ({ base, session }, sent) => {
        checkForm(noFields, sent);
        await house.sessions.revokeOthers(session);
        return seeOther(withNotice(`${base}/dashboard/account`, 'others-ended'));
      }),
    },
    {
      path: '/dashboard/account/delete',
      post: doors.writeAsOwner((visit, sent) =>
        attempt(
          () => deleteAccount(visit, sent),
          (problem) => show(visit, { deletion: problem, deletionValues: sent.values }, problem),
        ),
      ),
    },
  ];
}
