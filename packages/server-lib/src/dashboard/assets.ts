import { sha256 } from '../crypto/hash.js';
import type { PageEndpoint } from '../http/pages.js';
import script from './browser/main.js?script';
import mark from './mark.js';
import styles from './styles/index.js';

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** A file whose name changes with its content, so that browsers may keep it for good. */
function asset(name: string, extension: string, type: string, text: string): Asset {
  const digest = sha256(text).toString('hex').slice(0, 12);
  return { path: `/dashboard/assets/${name}-${digest}.${extension}`, type, text };
}

/** What pages refer to, each by its path below the base. */
export const assets = {
  styles: asset('styles', 'css', 'text/css; charset=utf-8', styles),
  script: asset('script', 'js', 'text/javascript; charset=utf-8', script),
  mark: asset('mark', 'svg', 'image/svg+xml', mark),
};

export function assetRoutes(): PageEndpoint[] {
  return Object.values(assets).map(({ path, type, text }) => ({
    path,
    get: () => ({
      status: 200,
      headers: [
        'content-type',
        type,
        'cache-control',
        'public, max-age=31536000, immutable',
        'cross-origin-resource-policy',
        'same-origin',
      ],
      body: text,
    }),
  }));
}
