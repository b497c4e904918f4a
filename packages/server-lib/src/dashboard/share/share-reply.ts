import type { PageReply } from '../../http/exchange.js';
import { askPage } from '../home/ask-frame.js';
import { page } from '../page-reply.js';
import type { ShareContext } from './share-context.js';
import { shareView } from './share-view.js';
import type { TicketForms } from './ticket-view.js';

/** Returns the tab, with the form that has errors, if there is one. */
export function showShare(context: ShareContext, forms: TicketForms = {}): PageReply {
  const problem = forms.create?.problem ?? forms.withdraw?.problem;
  const body = shareView(context, forms);
  return page(
    askPage(context.request, context.ask, { tab: 'share', body, isProblem: problem !== undefined }),
    // Never compressed: the preview link of a draft is a secret, and origins come from others.
    { ...problem, echoesInput: true },
  );
}
