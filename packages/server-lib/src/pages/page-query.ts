import type { HttpExchange } from '../http/exchange.js';
import { parseUrlencoded, type UrlencodedFields } from '../http/urlencoded.js';

/** What the address of a hosted page says. */
export interface PageQuery {
  /** The id of an answer that was given. */
  readonly answerId: string | undefined;
  /** What gives back an answer that was not taken. */
  readonly rejectedToken: string | undefined;
  /** What starting a quiz gave. */
  readonly started: string | undefined;
  readonly ticket: string | undefined;
  /** Whether a quiz was not started because the ticket is invalid. */
  readonly isTicketInvalid: boolean;
  /** Whether an answer that was given is to be changed. */
  readonly isChange: boolean;
  /** Whether a redirect led here that set the visitor's cookie. */
  readonly hasCookieBeenSet: boolean;
  /** What to fill in beforehand, by the names of plain posts. */
  readonly prefill: UrlencodedFields;
}

/** In the address of a page whose visitor's cookie was set by a redirect. No id of a field begins with a dot. */
export const cookieParam = '.cookie';
/** In the address of a page where a quiz was not started because the ticket is invalid. */
export const ticketParam = '.ticket';
const knownParams = ['answer', 'again', 'started', 'ticket', 'change', cookieParam, ticketParam] as const;

export function readQuery({ query }: Pick<HttpExchange, 'query'>): PageQuery {
  const fields = parseUrlencoded(query, 'query');
  const once = (name: (typeof knownParams)[number]) => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const others = Object.entries(fields).filter(([name]) => !knownParams.some((known) => known === name));
  return {
    answerId: once('answer'),
    rejectedToken: once('again'),
    started: once('started'),
    ticket: once('ticket'),
    isTicketInvalid: once(ticketParam) !== undefined,
    isChange: once('change') !== undefined,
    hasCookieBeenSet: once(cookieParam) !== undefined,
    prefill: Object.fromEntries(others),
  };
}
