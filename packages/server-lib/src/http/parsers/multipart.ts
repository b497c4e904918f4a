import { AskwellError } from '../../base/errors.js';
import { decodeUtf8 } from './json.js';

/** The form with one file that a browser sent. */
export interface Upload {
  /** The fields before the file. */
  readonly fields: Readonly<Record<string, string>>;
  /** The name of the field with the file. */
  readonly field: string;
  /** The content of the file. It arrives while it is read. */
  readonly content: AsyncGenerator<Uint8Array, void>;
}

const maxHeaderBytes = 4_096;
const maxFieldBytes = 1_024;
const maxFields = 10;

const crlf = Buffer.from('\r\n');
const headersEnd = Buffer.from('\r\n\r\n');

/**
 * Reads a body of the type `multipart/form-data` up to its file, which must be the last part.
 *
 * @param contentType The value of the header, with the boundary.
 * @throws AskwellError with the code `malformed`, or `unsupported_media_type` for another type.
 */
export async function readUpload(contentType: string | undefined, body: AsyncIterable<Uint8Array>): Promise<Upload> {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) {
    throw new AskwellError('unsupported_media_type', 'Send the form with `Content-Type: multipart/form-data`.');
  }
  const reader = new BufferedReader(body);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter is at the start of the body, without a line break before it.
  if ((await reader.readUntil(delimiter, 0, crlf)).byteLength > 0) throw malformed();
  const fields = new Map<string, string>();
  for (let count = 0; count <= maxFields; count++) {
    if (!(await isFollowedByPart(reader))) throw malformed('The form has no file.');
    const { name, isFile } = parseDisposition(await reader.readUntil(headersEnd, maxHeaderBytes));
    if (isFile) return { fields: Object.fromEntries(fields), field: name, content: readFile(reader, delimiter) };
    if (fields.has(name) || name === '__proto__') throw malformed();
    fields.set(name, decodeUtf8(await reader.readUntil(delimiter, maxFieldBytes)));
  }
  throw malformed('The form has too many fields.');
}

async function* readFile(reader: BufferedReader, delimiter: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield* reader.streamUntil(delimiter);
  if (await isFollowedByPart(reader)) throw malformed('The file must be the last field of the form.');
  const rest = await reader.readRest(crlf.byteLength);
  if (rest.byteLength > 0 && !crlf.equals(rest)) throw malformed();
}

/** Reads what follows a delimiter. Returns false at the end of the body. */
async function isFollowedByPart(reader: BufferedReader): Promise<boolean> {
  const next = (await reader.read(2)).toString('latin1');
  if (next !== '\r\n' && next !== '--') throw malformed();
  return next === '\r\n';
}

const boundaryPattern = /^multipart\/form-data\s*;\s*boundary=(?:"([^"]+)"|([^\s";,]+))\s*$/i;
const boundaryCharacters = /^[0-9A-Za-z'()+_,\-./:=?]{1,70}$/;

function boundaryOf(contentType = ''): string | undefined {
  const [, quoted, plain] = boundaryPattern.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? '';
  return boundaryCharacters.test(boundary) ? boundary : undefined;
}

const dispositionPattern =
  /^content-disposition:[ \t]*form-data;[ \t]*name="([^"\\]{1,100})"(;[ \t]*filename="(?:[^"\\]|\\.)*")?[ \t]*$/i;

function parseDisposition(bytes: Uint8Array): { name: string; isFile: boolean } {
  const lines = decodeUtf8(bytes).split('\r\n');
  const dispositions = lines.filter((line) => /^content-disposition:/i.test(line));
  // Other encodings than the plain one are obsolete.
  const isEncoded = lines.some((line) => /^content-transfer-encoding:/i.test(line));
  const [, name, fileName] = dispositionPattern.exec(dispositions[0] ?? '') ?? [];
  if (name === undefined || dispositions.length !== 1 || isEncoded) throw malformed();
  return { name, isFile: fileName !== undefined };
}

/** Reads a stream in pieces of chosen lengths. Keeps only what is not read yet. */
class BufferedReader {
  #buffer: Buffer = Buffer.alloc(0);
  readonly #chunks: AsyncIterator<Uint8Array>;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Returns the next `length` bytes. */
  async read(length: number): Promise<Buffer> {
    while (this.#buffer.byteLength < length) if (!(await this.#fill())) throw malformed();
    return this.#take(length);
  }

  /**
   * Returns the bytes before a delimiter, and skips the delimiter.
   *
   * @param prefix Bytes that are treated as if they preceded the next bytes.
   */
  async readUntil(delimiter: Uint8Array, limit: number, prefix?: Uint8Array): Promise<Buffer> {
    if (prefix) this.#buffer = Buffer.concat([prefix, this.#buffer]);
    for (;;) {
      const at = this.#buffer.indexOf(delimiter);
      if (at > limit || (at === -1 && this.#buffer.byteLength > limit + delimiter.byteLength)) throw malformed();
      if (at !== -1) {
        const found = this.#take(at);
        this.#take(delimiter.byteLength);
        return found;
      }
      if (!(await this.#fill())) throw malformed();
    }
  }

  /** Yields the bytes before a delimiter as they arrive, and skips the delimiter. */
  async *streamUntil(delimiter: Uint8Array): AsyncGenerator<Buffer, void> {
    for (;;) {
      const at = this.#buffer.indexOf(delimiter);
      if (at !== -1) {
        const last = this.#take(at);
        this.#take(delimiter.byteLength);
        if (last.byteLength > 0) yield last;
        return;
      }
      // The end may be the start of the delimiter.
      const safe = this.#buffer.byteLength - delimiter.byteLength + 1;
      if (safe > 0) yield this.#take(safe);
      if (!(await this.#fill())) throw malformed();
    }
  }

  /** Returns everything up to the end. */
  async readRest(limit: number): Promise<Buffer> {
    while (this.#buffer.byteLength <= limit) if (!(await this.#fill())) return this.#take(this.#buffer.byteLength);
    throw malformed();
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return taken;
  }

  /** Returns false at the end of the stream. */
  async #fill(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#buffer = this.#buffer.byteLength === 0 ? Buffer.from(value) : Buffer.concat([this.#buffer, value]);
    return true;
  }
}

function malformed(message = 'The form is not valid multipart/form-data.'): AskwellError {
  return new AskwellError('malformed', message);
}
