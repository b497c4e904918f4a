import { AskwellError } from '../../base/errors.js';
import type { Reply } from '../../http/exchange.js';
import type { Services } from '../../instance/assemble-services.js';
import type { FormError } from '../form-error.js';
import type { OwnerRequest } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { page } from '../page-reply.js';
import { type AccountForms, accountView } from './account-view.js';

/** Shows the account page, or shows it again with the errors of one of its forms. */
export type ShowAccount = (request: OwnerRequest, forms?: AccountForms, problem?: FormError) => Promise<Reply>;

export function createShowAccount({ accounts, sessions, securityEvents, verifications }: Services): ShowAccount {
  return async (request, forms = {}, problem) => {
    const { base, session } = request;
    const { id } = session.account;
    const [account, activeSessions, events] = await Promise.all([
      accounts.find(id),
      session.id === null ? [] : sessions.list(id),
      securityEvents.list(id),
    ]);
    if (!account) throw new AskwellError('not_found');
    const isOfHost = session.isOfHost || account.host_user !== null;
    const isVerified = account.email === null ? undefined : verifications && account.email_verified_at !== null;
    const body = accountView({ base, session, isOfHost, isVerified, sessions: activeSessions, events, ...forms });
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: 'Account', entry: 'account', body, isProblem }), problem ?? {});
  };
}
