import { Html } from '../base/html.js';
import type { PageReply, Reply } from './exchange.js';
import { joinInTurns } from './join-in-turns.js';
import { largeBody } from './limits.js';

/** Returns a response with the markup of its page. A large page is rendered and encoded in several turns of the event loop. */
export async function renderPage(reply: PageReply, nextTurn: () => Promise<void> | undefined): Promise<Reply> {
  const { body } = reply;
  if (!(body instanceof Html)) return { ...reply, body };
  // Encoding a large part takes milliseconds, in addition to the handler, which has rendered it in this turn.
  if (body.renderedLength >= largeBody) await nextTurn();
  return { ...reply, body: await joinInTurns(body.pieces(), nextTurn) };
}
