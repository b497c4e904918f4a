import { sha256 } from '../../base/crypto/hash.js';
import { encodings } from '../../http/compression/accepted-encoding.js';
import { CachedText } from '../../http/compression/cached-text.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';

/** A file that pages load. The path is below the base path. */
export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** Creates an asset whose path contains a hash of its content, so that browsers can cache it forever. */
export function asset(folder: string, file: string, type: string, text: string): Asset {
  const digest = sha256(text).toString('hex').slice(0, 12);
  return { path: `${folder}/${file.replace('.', `-${digest}.`)}`, type, text };
}

/** Returns the endpoints that serve assets. */
export function assetRoutes(assets: readonly Asset[]): PageEndpoint[] {
  return assets.map(({ path, type, text }) => {
    const cachedText = new CachedText(text, encodings, 'most');
    return {
      path,
      hasOwnTurns: true,
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
        body: cachedText.bytes,
        compressible: cachedText,
      }),
    };
  });
}
