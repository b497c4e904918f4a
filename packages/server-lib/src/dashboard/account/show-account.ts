import type { PageReply } from '../../http/exchange.js';
import type { Services } from '../../instance/assemble-services.js';
import type { FormError } from '../form-error.js';
import type { OwnerRequest } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { page } from '../page-reply.js';
import { type AccountForms, accountView } from './account-view.js';

/** Shows the account page, or shows it again with the errors of one of its forms. */
export type ShowAccount = (request: OwnerRequest, forms?: AccountForms, problem?: FormError) => Promise<PageReply>;

export function createShowAccount({ sessionOperations: { account } }: Services): ShowAccount {
  return async (request, forms = {}, problem) => {
    const { base, session } = request;
    const [{ email, isOfHost, isEmailVerified }, sessions, events] = await Promise.all([
      request.run(account.get, {}),
      request.run(account.sessions.list, {}),
      request.run(account.events, {}),
    ]);
    const isVerified = email === null || !account.verification ? undefined : isEmailVerified;
    const body = accountView({ base, session, isOfHost, isVerified, sessions, events, ...forms });
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: 'Account', entry: 'account', body, isProblem }), problem ?? {});
  };
}
