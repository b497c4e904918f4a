import { z } from 'zod';
import { noticeTimings } from '../../events/notifications/notice-timing.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Guards } from '../guards.js';
import { withNotice } from '../layout/notice.js';
import { checkForm } from '../read-form.js';

const noticeForm = z.strictObject({ timing: z.enum(['off', ...noticeTimings]) });

/** The form that sets when the owner gets an email about new answers. It exists only if emails are sent. */
export function noticeRoutes(services: Services, guards: Guards, path: string): PageEndpoint[] {
  const { notices } = services.sessionOperations.asks;
  if (!notices) return [];
  return [
    {
      path: `${path}/notices`,
      post: guards.postAsOwner(async (request, form) => {
        await request.find(notices.set.target);
        const { timing } = checkForm(noticeForm, form);
        await request.run(notices.set, { timing: timing === 'off' ? null : timing });
        const share = `${request.base}/dashboard/asks/${request.params['id']}/share`;
        return seeOther(`${withNotice(share, 'notices-saved')}#email`);
      }),
    },
  ];
}
