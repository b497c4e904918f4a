import { AskwellError, type ErrorCode } from '../errors.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { errorReply } from '../http/reply.js';
import { type EnabledPages, homeOf } from '../web/enabled-pages.js';
import { html } from '../web/html.js';
import { narrowPage } from './layout.js';
import type { PageLinks } from './page-links.js';
import { page } from './page-reply.js';

interface Words {
  readonly title: string;
  /** What to do about it. */
  readonly advice: string;
}

const elsewhere = 'Check the address, or begin again from the start page.';
const again = 'Go back, check what you sent, and send it again.';

const words: Readonly<Record<ErrorCode, Words>> = {
  malformed: { title: 'That could not be read', advice: again },
  forbidden: {
    title: 'That is not allowed',
    advice: 'If you came here by a link on another site, go to the page itself.',
  },
  not_found: { title: 'This page does not exist', advice: elsewhere },
  method_not_allowed: { title: 'That is not how this page works', advice: elsewhere },
  closed: { title: 'This is closed', advice: 'It takes no more answers.' },
  not_open: { title: 'This is not open yet', advice: 'Come back when it has opened.' },
  full: { title: 'This is full', advice: 'It takes no more answers.' },
  already_answered: { title: 'You have already answered', advice: 'One answer each is taken here.' },
  too_late: { title: 'The time is over', advice: 'Answers that come after it are not taken.' },
  conflict: { title: 'That does not fit what is already here', advice: 'Go back and look at how things stand now.' },
  gone: { title: 'This has been deleted', advice: elsewhere },
  precondition_failed: { title: 'This has changed meanwhile', advice: 'Open the page again, then repeat your change.' },
  too_large: { title: 'That is too much at once', advice: 'Go back and send less.' },
  unsupported_media_type: {
    title: 'Only forms are taken here',
    advice: 'Pages take what a web form sends. Programs use the API with a key.',
  },
  invalid: { title: 'Some of that is not right', advice: again },
  idempotency_mismatch: { title: 'Some of that is not right', advice: again },
  rate_limited: { title: 'Too many attempts', advice: 'Wait a little, then try again.' },
  internal: {
    title: 'Something went wrong here',
    advice: 'It is not your doing. Try again; if it stays, tell whoever runs this service.',
  },
  unavailable: { title: 'Just a moment', advice: 'Wait a few seconds, then load the page again.' },
};

type FailPage = (error: AskwellError, exchange: Pick<HttpExchange, 'base' | 'header'>) => Reply;

/** A refusal as a page: what was wrong and what to do. Programs that ask for JSON get JSON. */
export function createErrorPage(surfaces: EnabledPages): FailPage {
  return (error, exchange) =>
    prefersJson(exchange.header('accept'))
      ? errorReply(error)
      : render(error, { base: exchange.base, home: homeOf(surfaces, exchange.base) });
}

function render(error: AskwellError, frame: PageLinks): Reply {
  const { title, advice } = words[error.code];
  const body = html`<p class="status">${error.status}</p>
<h1>${title}</h1>
${told(error) && html`<p>${told(error)}</p>`}
<p class="lead">${advice}</p>
${frame.home !== null && html`<p class="actions"><a class="button" href="${frame.home}">To the start page</a></p>`}`;
  const headers = error.retryAfter === undefined ? [] : ['retry-after', String(error.retryAfter)];
  return page(narrowPage(frame, title, body), { status: error.status, headers });
}

/** What a refusal says beyond the words that stand for its code anyway. */
function told({ code, message }: AskwellError): string | null {
  return message === new AskwellError(code).message ? null : message;
}

function prefersJson(accept = ''): boolean {
  return /\bapplication\/(?:[\w.+-]+\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
}
