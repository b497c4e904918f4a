import { sha256 } from '../crypto/hash.js';
import { encodings } from '../http/compression/accepted-encoding.js';
import { CachedText } from '../http/compression/cached-text.js';
import type { PageEndpoint } from '../http/page-endpoint.js';

/** A file that pages refer to, by its path below the base. */
export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** A file whose name changes with its content, so that browsers may keep it for good: `/p/assets/styles-….css`. */
export function asset(folder: string, file: string, type: string, text: string): Asset {
  const digest = sha256(text).toString('hex').slice(0, 12);
  return { path: `${folder}/${file.replace('.', `-${digest}.`)}`, type, text };
}

export function assetRoutes(assets: readonly Asset[]): PageEndpoint[] {
  return assets.map(({ path, type, text }) => {
    const kept = new CachedText(text, encodings, 'most');
    return {
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
        body: kept.bytes,
        compressible: kept,
      }),
    };
  });
}
