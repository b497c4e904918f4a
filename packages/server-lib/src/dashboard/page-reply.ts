import type { Html } from '../base/html.js';
import type { PageReply } from '../http/exchange.js';

/** The Content-Security-Policy: no inline code, nothing from other origins, no framing. */
const directives = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  // The widget and the editor send requests to this server.
  "connect-src 'self'",
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

/** The options of {@link page}. */
export interface DashboardReply {
  readonly status?: number;
  readonly headers?: readonly string[];
  /**
   * Whether the page shows a secret. Such a page must not have forms: because of its referrer policy, browsers would send
   * them with `Origin: null`, and the server would reject them.
   */
  readonly showsSecret?: boolean;
  /** Whether the page shows submitted values. Such a page is never compressed (BREACH). */
  readonly echoesInput?: boolean;
  /** Whether search engines may list the page. Default: false. */
  readonly isListed?: boolean;
  /** The sources of images and videos in the CSP, if the page shows those of an ask. */
  readonly imageSources?: string;
}

/** Returns the response for a page, with the headers of all pages. Pages differ by user, so they are never cached. */
export function page(document: Html, options: DashboardReply = {}): PageReply {
  const {
    status = 200,
    headers = [],
    showsSecret = false,
    echoesInput = false,
    isListed = false,
    imageSources,
  } = options;
  const policy = imageSources === undefined ? directives : directives.map(withImages(imageSources));
  const referrer = showsSecret ? 'no-referrer' : 'same-origin';
  return {
    status,
    headers: [
      ...pageHeaders,
      ...['content-security-policy', policy.join('; '), 'referrer-policy', referrer],
      ...(isListed ? [] : ['x-robots-tag', 'noindex']),
      ...headers,
    ],
    body: document,
    // Other pages contain no secrets: forms have no tokens, keys are masked, and sessions are listed by number.
    compressible: showsSecret || echoesInput ? undefined : true,
  };
}

function withImages(sources: string): (directive: string) => string {
  return (directive) => (directive.startsWith('img-src ') ? `img-src ${sources}; media-src ${sources}` : directive);
}

/** The other origins that a page uses. Null if it uses no others. */
export interface OtherOrigins {
  readonly images: string | null;
  /** Where a form may be redirected to: browsers apply `form-action` to redirects too. */
  readonly forms: string | null;
}

/** Returns the same response, whose page can also use other origins. */
export function allowOrigins(reply: PageReply, { images, forms }: OtherOrigins): PageReply {
  const allow = (policy: string) =>
    policy
      .replace('img-src ', (start) => (images === null ? start : `${start}${images} `))
      .replace("form-action 'self'", (start) => (forms === null ? start : `${start} ${forms}`));
  const headers = reply.headers.map((value, at) =>
    reply.headers[at - 1] === 'content-security-policy' ? allow(value) : value,
  );
  return { ...reply, headers };
}
