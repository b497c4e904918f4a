import type { Reply } from '../http/exchange.js';
import type { Html } from '../web/html.js';

/** The Content-Security-Policy: no inline code, nothing from other origins, no framing. */
const directives = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const ownImages = "'self' data:";

const pageHeaders = [
  'content-type',
  'text/html; charset=utf-8',
  'cross-origin-opener-policy',
  'same-origin',
  'cross-origin-resource-policy',
  'same-origin',
  'cache-control',
  'no-store',
];

/** The options of {@link page}. */
export interface PageReply {
  readonly status?: number;
  readonly headers?: readonly string[];
  /**
   * Whether the page shows a secret. Such a page must not have forms: because of its referrer policy, browsers would send
   * them with `Origin: null`, and the server would reject them.
   */
  readonly showsSecret?: boolean;
  /** Whether the page shows submitted values. Such a page is never compressed (BREACH). */
  readonly echoesInput?: boolean;
  /** Whether the page contains the widget, which sends requests to this server. */
  readonly hasWidget?: boolean;
  /** Whether a script of the page sends requests to this server, such as for new results. */
  readonly isLive?: boolean;
  /** The sources of images in the CSP, if the page shows images of an ask. */
  readonly imageSources?: string;
}

/** Returns the response for a page, with the headers of all pages. Pages differ by user, so they are never cached. */
export function page(document: Html, options: PageReply = {}): Reply {
  const { status = 200, headers = [], showsSecret = false, echoesInput = false, hasWidget = false } = options;
  const { isLive = false, imageSources } = options;
  const policy = [...directives, `img-src ${imageSources ?? ownImages}`];
  if (hasWidget || isLive) policy.push("connect-src 'self'");
  const referrer = showsSecret ? 'no-referrer' : 'same-origin';
  return {
    status,
    headers: [...pageHeaders, 'content-security-policy', policy.join('; '), 'referrer-policy', referrer, ...headers],
    body: document.markup,
    // Other pages contain no secrets: forms have no tokens, keys are masked, and sessions are listed by number.
    compressible: showsSecret || echoesInput ? undefined : true,
  };
}
