import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sha256 } from '../../crypto/hash.js';
import { conditional } from '../../http/conditional.js';
import { corsHeaders } from '../../http/cors.js';
import { type Encoding, encodingFor } from '../../http/encoding.js';
import type { Exchange, Reply } from '../../http/exchange.js';

/** A file that pages of other sites load. */
export class EmbedFile {
  readonly #bytes: Buffer;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();
  /** Changes with its content, and with nothing else. */
  readonly version: string;

  constructor(
    private readonly type: string,
    private readonly text: string,
  ) {
    this.#bytes = Buffer.from(text);
    this.version = sha256(text).toString('hex').slice(0, 16);
  }

  /** What a page says to have this content and no other. */
  get integrity(): string {
    return `sha384-${createHash('sha384').update(this.text).digest('base64')}`;
  }

  async serve(exchange: Exchange, cacheControl: string): Promise<Reply> {
    const encoding = encodingFor(exchange.header('accept-encoding'));
    return conditional(exchange, {
      type: this.type,
      body: encoding === null ? this.#bytes : await this.#pack(encoding),
      // Each way of packing is a body of its own.
      etag: `"${this.version}${encoding === null ? '' : `-${encoding}`}"`,
      encoding,
      cacheControl,
      headers: ['vary', 'Accept-Encoding', 'cross-origin-resource-policy', 'cross-origin', ...corsHeaders],
    });
  }

  /** Packed once, as tightly as can be, when it is first asked for. */
  #pack(encoding: Encoding): Promise<Buffer> {
    const known = this.#packed.get(encoding);
    if (known) return known;
    const packed = packers[encoding](this.#bytes);
    this.#packed.set(encoding, packed);
    return packed;
  }
}

const toBrotli = promisify(brotliCompress);
const toGzip: (bytes: Buffer, options: { level: number }) => Promise<Buffer> = promisify(gzip);

const packers: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => toBrotli(bytes, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
  gzip: (bytes) => toGzip(bytes, { level: 9 }),
};
