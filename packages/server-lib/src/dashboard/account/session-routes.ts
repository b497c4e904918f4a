import { z } from 'zod';
import { parseId } from '../../base/validation/id.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { withNotice } from '../layout/notice.js';
import { checkForm, type SubmittedForm } from '../read-form.js';
import { clearCookieHeaders } from '../session-cookie.js';

const noFields = z.strictObject({});

/** The buttons of the account page that sign browsers out. */
export function sessionRoutes(services: Services, guards: Guards): PageEndpoint[] {
  async function endSession({ exchange, base, session, params }: OwnerRequest, form: SubmittedForm): Promise<Reply> {
    checkForm(noFields, form);
    const id = parseId(params['id'] ?? '');
    if (id !== undefined) await services.sessions.revoke(session, id);
    if (id === session.id) return seeOther(`${base}/login`, clearCookieHeaders(services, exchange));
    return seeOther(withNotice(`${base}/dashboard/account`, 'session-ended'));
  }

  async function endOthers({ base, session }: OwnerRequest, form: SubmittedForm): Promise<Reply> {
    checkForm(noFields, form);
    await services.sessions.revokeOthers(session);
    return seeOther(withNotice(`${base}/dashboard/account`, 'others-ended'));
  }

  return [
    { path: '/dashboard/account/sessions/{id}/delete', post: guards.postAsOwner(endSession) },
    { path: '/dashboard/account/sessions/delete-others', post: guards.postAsOwner(endOthers) },
  ];
}
