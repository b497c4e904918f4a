import { z } from 'zod';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { showErrors } from '../form-error.js';
import type { Guards } from '../guards.js';
import { withNotice } from '../layout/notice.js';
import { checkForm, formText } from '../read-form.js';
import type { ShowAccount } from './show-account.js';

/** Only the fields of the forms. The operations validate their values. */
const nameForm = z.strictObject({ name: formText });
const emailForm = z.strictObject({ email: formText, current_password: formText });

/** The forms of the account page that change the name and the email. */
export function profileRoutes(services: Services, guards: Guards, show: ShowAccount): PageEndpoint[] {
  const { account } = services.sessionOperations;
  const { verification } = account;
  return [
    {
      path: '/dashboard/account/name',
      post: guards.postAsOwner((request, form) =>
        showErrors(
          async () => {
            await request.run(account.rename, checkForm(nameForm, form));
            return seeOther(withNotice(`${request.base}/dashboard/account`, 'name-saved'));
          },
          (problem) => show(request, { name: { problem, values: form.values } }, problem),
        ),
      ),
    },
    {
      path: '/dashboard/account/email',
      post: guards.postAsOwner((request, form) =>
        showErrors(
          async () => {
            await request.run(account.changeEmail, checkForm(emailForm, form));
            return seeOther(withNotice(`${request.base}/dashboard/account`, 'email-saved'));
          },
          (problem) => show(request, { email: { problem, values: form.values } }, problem),
        ),
      ),
    },
    ...(verification
      ? [
          {
            path: '/dashboard/account/verify-email',
            post: guards.postAsOwner((request) =>
              showErrors(
                async () => {
                  await request.run(verification.request, {});
                  return seeOther(withNotice(`${request.base}/dashboard/account`, 'link-sent'));
                },
                (problem) => show(request, { verification: problem }, problem),
              ),
            ),
          },
        ]
      : []),
  ];
}
