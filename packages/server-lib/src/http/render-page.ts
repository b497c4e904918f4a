import { Html } from '../base/html.js';
import type { PageReply, Reply } from './exchange.js';
import { joinInTurns } from './join-in-turns.js';

/** Returns a response with the markup of its page. A large page is rendered and encoded in several turns of the event loop. */
export async function renderPage(reply: PageReply, nextTurn: () => Promise<void> | undefined): Promise<Reply> {
  const { body } = reply;
  return { ...reply, body: body instanceof Html ? await joinInTurns(body.pieces(), nextTurn) : body };
}
