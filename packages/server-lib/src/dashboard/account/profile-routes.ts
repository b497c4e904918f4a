import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { registrationSchema } from '../../owners/accounts/registration-schema.js';
import { showErrors } from '../form-error.js';
import type { Guards } from '../guards.js';
import { withNotice } from '../layout/notice.js';
import { checkForm, formText } from '../read-form.js';
import type { ShowAccount } from './show-account.js';

const nameForm = registrationSchema.pick({ name: true });
const emailForm = registrationSchema.pick({ email: true }).extend({ current_password: formText });

/** The forms of the account page that change the name and the email. */
export function profileRoutes(services: Services, guards: Guards, show: ShowAccount): PageEndpoint[] {
  const { accounts, verifications, clientKeyOf } = services;
  return [
    {
      path: '/dashboard/account/name',
      post: guards.postAsOwner((request, form) =>
        showErrors(
          async () => {
            await accounts.changeName(request.session, checkForm(nameForm, form).name);
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
            const change = checkForm(emailForm, form);
            await accounts.changeEmail(request.session, change, clientKeyOf(request.exchange));
            return seeOther(withNotice(`${request.base}/dashboard/account`, 'email-saved'));
          },
          (problem) => show(request, { email: { problem, values: form.values } }, problem),
        ),
      ),
    },
    ...(verifications
      ? [
          {
            path: '/dashboard/account/verify-email',
            post: guards.postAsOwner((request) =>
              showErrors(
                async () => {
                  await verifications.request(request.session, clientKeyOf(request.exchange));
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
