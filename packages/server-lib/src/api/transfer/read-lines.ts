import { fileError, lineError } from './import-error.js';

/** The maximum length of a line, in bytes: the largest definition with all of its defaults, and the largest unpublished changes. */
const maxLineBytes = 2 * 1024 * 1024;

const lineFeed = 0x0a;

/**
 * Splits a file into lines as it arrives, and yields those of each chunk. Keeps at most one line in memory.
 *
 * @throws AskwellError with the code `invalid` if a line is too long or the last one is cut off.
 */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let count = 0;
  for await (const chunk of source) {
    const lines: Uint8Array[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const rest = chunk.subarray(start, end);
      requireLength(pendingBytes + rest.byteLength, count + 1);
      lines.push(pending.length === 0 ? rest : Buffer.concat([...pending, rest]));
      pending = [];
      pendingBytes = 0;
      count++;
      start = end + 1;
    }
    if (start < chunk.byteLength) {
      // A copy, since the source may use the memory of its chunk again.
      const rest = Uint8Array.prototype.slice.call(chunk, start);
      pending.push(rest);
      pendingBytes += rest.byteLength;
    }
    requireLength(pendingBytes, count + 1);
    if (lines.length > 0) yield lines;
  }
  if (pendingBytes > 0) throw count === 0 ? fileError(notAnExport) : lineError(count + 1, 'The line is cut off.');
}

function requireLength(bytes: number, line: number): void {
  if (bytes > maxLineBytes) throw lineError(line, 'The line is too long.');
}

/** The message for a file of another format. */
export const notAnExport = 'This is not an Askwell export.';
