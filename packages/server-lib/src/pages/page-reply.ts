import { type ImageHosts, imageSources } from '../asks/definition/image-hosts.js';
import type { Reply } from '../http/exchange.js';
import type { Html } from '../web/html.js';

export interface PageReply {
  readonly status?: number;
  readonly headers?: readonly string[];
  /** Origins that may show the page in a frame. */
  readonly frameAncestors?: readonly string[];
  /** Where an answer may lead, beside our own pages: browsers hold `form-action` against redirects too. */
  readonly redirectUrl?: string | null;
  /** Whether pictures may come in clear, as they may to a page that does itself. */
  readonly isSecure?: boolean;
  /** Hosts that pictures may come from; absent where any may. */
  readonly imageHosts?: ImageHosts | undefined;
  /** Whether the address holds what only this visitor should know. */
  readonly isSecret?: boolean;
  /** The secrets in the page, which is then compressed around them. Undefined: the page is never compressed. */
  readonly secrets?: readonly string[] | undefined;
}

/** A page for visitors. It holds what tells one of them from another, so that no cache keeps it. */
export function visitorPageReply(document: Html, options: PageReply = {}): Reply {
  const { status = 200, headers = [], frameAncestors = [], isSecret = false, secrets } = options;
  return {
    status,
    headers: [
      'content-type',
      'text/html; charset=utf-8',
      'content-security-policy',
      policyOf(options),
      'cross-origin-resource-policy',
      frameAncestors.length > 0 ? 'cross-origin' : 'same-origin',
      'cross-origin-opener-policy',
      'same-origin',
      'referrer-policy',
      isSecret ? 'no-referrer' : 'same-origin',
      'cache-control',
      'no-store',
      ...headers,
    ],
    body: document.markup,
    compressible: secrets && { secrets },
  };
}

/** Nothing inline, nothing but pictures from elsewhere, in no frames but those of the owner's sites. */
function policyOf({ frameAncestors = [], redirectUrl = null, isSecure = false, imageHosts }: PageReply): string {
  const scheme =
    redirectUrl === null ? '' : redirectUrl.toLowerCase().startsWith('https:') ? ' https:' : ' https: http:';
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    `img-src ${imageSources(imageHosts, isSecure)}`,
    `form-action 'self'${scheme}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length > 0 ? ["'self'", ...frameAncestors].join(' ') : "'none'"}`,
  ].join('; ');
}
