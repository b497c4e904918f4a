import type { Reply } from '../http/exchange.js';
import type { Html } from '../web/html.js';

/** Nothing inline, nothing from elsewhere, in nobody's frame. */
const directives = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

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

export interface PageReply {
  readonly status?: number;
  readonly headers?: readonly string[];
  /**
   * For a page that shows a secret. Such a page has no forms: browsers would send them with `Origin: null`, which
   * can't be told from a foreign page's.
   */
  readonly showsSecret?: boolean;
  /** Whether the page shows what was sent to it. Such a page is never compressed. */
  readonly echoesInput?: boolean;
  /** Whether a widget in it may call us. */
  readonly hasWidget?: boolean;
}

/** A page, with the headers every page has. All of them differ by who asks, so none is kept by a cache. */
export function page(document: Html, options: PageReply = {}): Reply {
  const { status = 200, headers = [], showsSecret = false, echoesInput = false, hasWidget = false } = options;
  const policy = hasWidget ? [...directives, "connect-src 'self'"] : directives;
  const referrer = showsSecret ? 'no-referrer' : 'same-origin';
  return {
    status,
    headers: [...pageHeaders, 'content-security-policy', policy.join('; '), 'referrer-policy', referrer, ...headers],
    body: document.markup,
    // Other pages have no secret: forms carry no token, keys are masked, and sessions are listed by number.
    compressible: showsSecret || echoesInput ? undefined : true,
  };
}
