import { createHash } from 'node:crypto';
import { sha256 } from '../../base/crypto/hash.js';
import { encodingFor, encodings } from '../../http/compression/accepted-encoding.js';
import { CachedText } from '../../http/compression/cached-text.js';
import { corsHeaders } from '../../http/cors.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import { conditionalGet } from '../../http/headers/conditional-get.js';

/** A file that pages of other sites can load. */
export class EmbedFile {
  readonly #cachedText: CachedText;
  /** A hash of the content. */
  readonly version: string;

  constructor(
    private readonly type: string,
    private readonly text: string,
  ) {
    this.#cachedText = new CachedText(text, encodings, 'most');
    this.version = sha256(text).toString('hex').slice(0, 16);
  }

  /** The value of the `integrity` attribute. */
  get integrity(): string {
    return `sha384-${createHash('sha384').update(this.text).digest('base64')}`;
  }

  /** Responds with the file, compressed if the client supports it. */
  async serve(exchange: HttpExchange, cacheControl: string): Promise<Reply> {
    const accepted = encodingFor(exchange.header('accept-encoding'));
    const compressed = accepted === null ? undefined : await this.#cachedText.in(accepted);
    const encoding = compressed === undefined ? null : accepted;
    return conditionalGet(exchange, {
      type: this.type,
      body: compressed ?? this.#cachedText.bytes,
      // Each content encoding has its own ETag.
      etag: `"${this.version}${encoding === null ? '' : `-${encoding}`}"`,
      encoding,
      cacheControl,
      headers: ['vary', 'Accept-Encoding', 'cross-origin-resource-policy', 'cross-origin', ...corsHeaders],
    });
  }
}
