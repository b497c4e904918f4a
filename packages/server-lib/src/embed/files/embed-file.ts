import { createHash } from 'node:crypto';
import { corsHeaders } from '../../api/cors.js';
import { sha256 } from '../../crypto/hash.js';
import { encodingFor, encodings } from '../../http/compression/accepted-encoding.js';
import { CachedText } from '../../http/compression/cached-text.js';
import { conditionalGet } from '../../http/conditional-get.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';

/** A file that pages of other sites load. */
export class EmbedFile {
  readonly #kept: CachedText;
  /** Changes with its content, and with nothing else. */
  readonly version: string;

  constructor(
    private readonly type: string,
    private readonly text: string,
  ) {
    this.#kept = new CachedText(text, encodings, 'most');
    this.version = sha256(text).toString('hex').slice(0, 16);
  }

  /** What a page says to have this content and no other. */
  get integrity(): string {
    return `sha384-${createHash('sha384').update(this.text).digest('base64')}`;
  }

  async serve(exchange: HttpExchange, cacheControl: string): Promise<Reply> {
    const wanted = encodingFor(exchange.header('accept-encoding'));
    const packed = wanted === null ? undefined : await this.#kept.in(wanted);
    const encoding = packed === undefined ? null : wanted;
    return conditionalGet(exchange, {
      type: this.type,
      body: packed ?? this.#kept.bytes,
      // Each way of packing is a body of its own.
      etag: `"${this.version}${encoding === null ? '' : `-${encoding}`}"`,
      encoding,
      cacheControl,
      headers: ['vary', 'Accept-Encoding', 'cross-origin-resource-policy', 'cross-origin', ...corsHeaders],
    });
  }
}
