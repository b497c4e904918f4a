import { divideText } from '../base/divide.js';
import { runInTurns, type Steps } from '../base/steps.js';
import { largeBody } from './limits.js';

/** Joins texts to one body. A large body is encoded in several turns of the event loop. */
export function joinInTurns(
  texts: Iterable<string>,
  nextTurn: () => Promise<void> | undefined,
): Promise<string | Uint8Array> {
  return runInTurns(join(texts), nextTurn);
}

function* join(texts: Iterable<string>): Steps<string | Uint8Array> {
  const parts: string[] = [];
  let [length, size] = [0, 0];
  for (const text of texts) {
    // V8 copies a concatenated text when it is read for the first time, which takes time too.
    yield;
    for (const part of divideText(text)) {
      parts.push(part);
      length += part.length;
      size += Buffer.byteLength(part);
      yield;
    }
  }
  // Node sends a short text and its headers in one piece.
  if (length < largeBody) return parts.join('');
  const bytes = Buffer.allocUnsafe(size);
  let end = 0;
  for (const part of parts) {
    end += bytes.write(part, end);
    yield;
  }
  return bytes.subarray(0, end);
}
