import type { Html } from '../../base/html.js';
import { type ImageHosts, imageSources } from '../../core/asks/image-hosts.js';
import type { PageReply } from '../../http/exchange.js';

/** The options of {@link visitorPageReply}. */
export interface VisitorPage {
  readonly status?: number;
  readonly headers?: readonly string[];
  /** The origins that may show the page in a frame. */
  readonly frameAncestors?: readonly string[];
  /** The URLs that answers can redirect to. `form-action` must allow them, because browsers apply it to redirects too. */
  readonly redirectUrls?: readonly string[];
  /** Whether the page uses https. Otherwise, images may use http. */
  readonly isSecure?: boolean;
  /** The hosts of images. Default: all. */
  readonly imageHosts?: ImageHosts | undefined;
  /** Whether the URL contains an ID that only this visitor may know. */
  readonly isSecret?: boolean;
  /** The secrets in the page, which are sent uncompressed. Undefined: the whole page is sent uncompressed. */
  readonly secrets?: readonly string[] | undefined;
}

/** Returns the response for a hosted page. It contains the visitor's ID, so it is never cached. */
export function visitorPageReply(document: Html, options: VisitorPage = {}): PageReply {
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
      // Only people who have the link should find the page.
      'x-robots-tag',
      'noindex',
      ...headers,
    ],
    body: document,
    compressible: secrets && { secrets },
  };
}

/** The Content-Security-Policy: no inline code, only images and videos from other origins, frames only on the owner's sites. */
function policyOf({ frameAncestors = [], redirectUrls = [], isSecure = false, imageHosts }: VisitorPage): string {
  const isHttps = redirectUrls.every((url) => /^https:/i.test(url));
  const schemes = redirectUrls.length === 0 ? '' : isHttps ? ' https:' : ' https: http:';
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    `img-src ${imageSources(imageHosts, isSecure)}`,
    `media-src ${imageSources(imageHosts, isSecure)}`,
    `form-action 'self'${schemes}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length > 0 ? ["'self'", ...frameAncestors].join(' ') : "'none'"}`,
  ].join('; ');
}
