import { renderSVG } from 'uqr';
import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { Reply } from '../../http/exchange.js';
import { icons } from '../ui/icons.js';

/** The link to a page, to copy or to scan as a QR code. */
export function share({ words, withLang }: Localizer, url: string, image: string): Html {
  const { title, link, copy, copied, qr } = words.share;
  return html`<details class="share"><summary>${withLang(title)}</summary>
<div class="share-line"><label class="unseen" for="share-link">${withLang(link)}</label><input id="share-link" type="text" readonly value="${url}" dir="ltr" autocomplete="off" spellcheck="false"><button type="button" class="button copy" data-copies="share-link" hidden>${icons.copy}<span aria-live="polite" data-copied-text="${copied}">${copy}</span></button></div>
<img class="qr" src="${image}" alt="${qr}" width="176" height="176" loading="lazy">
</details>`;
}

/** Returns the QR code of a URL. It is always dark on light, because many scanners support nothing else. */
export function qrReply(url: string): Reply {
  const image = renderSVG(url, { ecc: 'M', border: 4, whiteColor: '#fff', blackColor: '#000' });
  return {
    status: 200,
    headers: [
      'content-type',
      'image/svg+xml; charset=utf-8',
      'content-security-policy',
      "default-src 'none'",
      'cross-origin-resource-policy',
      'same-origin',
      'cache-control',
      'no-cache',
    ],
    body: image,
    compressible: true,
  };
}
