import { z } from 'zod';
import { noticeTimings } from '../../events/notifications/notice-timing.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { createOwnerAsks } from '../asks/owner-asks.js';
import type { Guards } from '../guards.js';
import { withNotice } from '../layout/notice.js';
import { checkForm } from '../read-form.js';

const noticeForm = z.strictObject({ timing: z.enum(['off', ...noticeTimings]) });

/** The form that sets when the owner gets an email about new answers. It exists only if emails are sent. */
export function noticeRoutes(services: Services, guards: Guards, path: string): PageEndpoint[] {
  const { notices } = services;
  if (!notices) return [];
  const asks = createOwnerAsks(services);
  return [
    {
      path: `${path}/notices`,
      post: guards.postAsOwner(async ({ session, params, base }, form) => {
        const ask = await asks.find(session, params['id'] ?? '');
        const { timing } = checkForm(noticeForm, form);
        await notices.set(session.scope, ask.seq, timing === 'off' ? null : timing);
        return seeOther(`${withNotice(`${base}/dashboard/asks/${ask.id}/share`, 'notices-saved')}#email`);
      }),
    },
  ];
}
