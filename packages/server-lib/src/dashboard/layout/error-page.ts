import type { AskwellError } from '../../base/errors.js';
import { html } from '../../base/html.js';
import type { HttpExchange, PageReply } from '../../http/exchange.js';
import { errorReply } from '../../http/reply.js';
import type { Brand } from '../../instance/options/brand.js';
import { type EnabledPages, homeOf } from '../../instance/options/enabled-pages.js';
import { describeErrorCode, type ErrorCode } from '../../shared/faults/error-codes.js';
import { allowOrigins, page } from '../page-reply.js';
import { dashboardErrorPage, homeLink, narrowPage } from './layout.js';
import type { PageLinks } from './page-links.js';

interface PageText {
  readonly title: string;
  /** What to do about the error. */
  readonly advice: string;
}

const checkAddress = 'Check the address, or go to the home page.';
const sendAgain = 'Go back, check your input, and send it again.';
const noMoreAnswers = 'No more answers are accepted.';

const texts: Readonly<Record<ErrorCode, PageText>> = {
  malformed: { title: 'Invalid request', advice: sendAgain },
  sign_in_required: { title: 'Sign in first', advice: 'Only signed-in users can answer. Sign in, then try again.' },
  forbidden: {
    title: 'Not allowed',
    advice: 'If you followed a link from another site, open the page directly and try again.',
  },
  not_found: { title: 'Page not found', advice: checkAddress },
  method_not_allowed: { title: 'Method not allowed', advice: checkAddress },
  closed: { title: 'This is closed', advice: noMoreAnswers },
  not_open: { title: 'This is not open yet', advice: 'Try again after it opens.' },
  full: { title: 'This is full', advice: noMoreAnswers },
  already_answered: { title: 'You have already answered', advice: 'Only one answer per person is accepted.' },
  too_late: { title: 'Time is up', advice: 'Answers after the time limit are not accepted.' },
  conflict: { title: 'Conflict', advice: 'Go back, reload the page, and try again.' },
  gone: { title: 'This has been deleted', advice: checkAddress },
  precondition_failed: { title: 'This has changed', advice: 'Reload the page, then repeat your change.' },
  too_large: { title: 'The request is too large', advice: 'Go back and send less.' },
  unsupported_media_type: {
    title: 'Unsupported content type',
    advice: 'This page accepts only forms. To send JSON, use the API.',
  },
  invalid: { title: 'Invalid input', advice: sendAgain },
  idempotency_mismatch: { title: 'Invalid input', advice: sendAgain },
  rate_limited: { title: 'Too many requests', advice: 'Wait a moment, then try again.' },
  internal: {
    title: 'Something went wrong',
    advice: 'This is not your fault. Try again. If the error persists, contact the administrator of this service.',
  },
  unavailable: { title: 'Temporarily unavailable', advice: 'Wait a few seconds, then reload the page.' },
};

interface ErrorPageServices {
  readonly enabledPages: EnabledPages;
  readonly brand: Brand;
}

type RenderErrorPage = (error: AskwellError, exchange: Pick<HttpExchange, 'base' | 'path' | 'header'>) => PageReply;

/** Returns a function that renders errors: as a page, or as JSON if the `Accept` header prefers it. */
export function createErrorPage({ enabledPages, brand }: ErrorPageServices): RenderErrorPage {
  return (error, exchange) =>
    prefersJson(exchange.header('accept'))
      ? errorReply(error)
      : render(error, {
          base: exchange.base,
          home: homeOf(enabledPages, exchange.base),
          brand,
          hasDocs: enabledPages.docs,
          isInDashboard: enabledPages.dashboard && /^\/dashboard(\/|$)/.test(exchange.path),
        });
}

/** The links of an error page, and whether it has the navigation of the dashboard. */
interface ErrorLinks extends PageLinks {
  readonly isInDashboard: boolean;
}

function render(error: AskwellError, links: ErrorLinks): PageReply {
  const { title, advice } = texts[error.code];
  const message = specificMessage(error);
  const { base, home, isInDashboard } = links;
  const ownHome = home !== null && html`<a class="button" href="${home}">Go to the home page</a>`;
  const action = isInDashboard
    ? html`<a class="button" href="${base}/dashboard">Go to the dashboard</a>`
    : (homeLink(links, 'button') ?? ownHome);
  const body = html`<p class="status">${error.status}</p>
<h1>${title}</h1>
${message && html`<p>${message}</p>`}
<p class="lead">${isInDashboard && advice === checkAddress ? 'Check the address, or find it in the dashboard.' : advice}</p>
${action && html`<p class="actions">${action}</p>`}`;
  const headers = error.retryAfter === undefined ? [] : ['retry-after', String(error.retryAfter)];
  const document = isInDashboard ? dashboardErrorPage(links, title, body) : narrowPage(links, title, body);
  const reply = page(document, { status: error.status, headers });
  return allowOrigins(reply, { images: links.brand.imageSource, forms: null });
}

/** Returns the message of an error, unless it is the default message of its code. */
function specificMessage({ code, detail }: AskwellError): string | null {
  return detail === describeErrorCode(code).message ? null : detail;
}

/** Returns whether a client wants JSON rather than a page. */
function prefersJson(accept = ''): boolean {
  return /\bapplication\/(?:[\w.+-]+\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
}
