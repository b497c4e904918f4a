import { divideText } from '../base/divide-text.js';
import { Html } from '../base/html.js';
import { runInTurns, type Steps } from '../base/steps.js';
import type { PageReply, Reply } from './exchange.js';

/** Returns a response with its page as bytes. A large page is rendered and encoded in several turns of the event loop. */
export async function renderPage(reply: PageReply, nextTurn: () => Promise<void> | undefined): Promise<Reply> {
  const { body } = reply;
  return { ...reply, body: body instanceof Html ? await runInTurns(encode(body), nextTurn) : body };
}

function* encode(page: Html): Steps<Uint8Array> {
  const texts: string[] = [];
  let length = 0;
  for (const piece of page.pieces())
    for (const text of divideText(piece)) {
      texts.push(text);
      length += Buffer.byteLength(text);
      yield;
    }
  const bytes = Buffer.allocUnsafe(length);
  let end = 0;
  for (const text of texts) {
    end += bytes.write(text, end);
    yield;
  }
  return bytes;
}
