import type { HttpExchange } from '../../http/exchange.js';
import { parseUrlencoded, type UrlencodedFields } from '../../http/urlencoded.js';

/** The query parameters of a hosted page. */
export interface PageQuery {
  /** The ID of a stored answer, from `?answer=`. */
  readonly answerId: string | undefined;
  /** The token of a rejected answer, from `?again=`. */
  readonly rejectedToken: string | undefined;
  /** The token of a started quiz. */
  readonly started: string | undefined;
  readonly ticket: string | undefined;
  /** The token of a preview link. */
  readonly preview: string | undefined;
  /** Whether the quiz could not be started because the ticket is invalid. */
  readonly isTicketInvalid: boolean;
  /** The ID of the question whose verdict is shown. */
  readonly checkedId: string | undefined;
  /** Whether the answer in {@link PageQuery.prefill} could not be checked because it is invalid. */
  readonly isCheckInvalid: boolean;
  /** Whether the visitor wants to change their answer. */
  readonly isChange: boolean;
  /** The number of the step that was sent, counted from 0. */
  readonly step: number;
  /** Whether the visitor goes back to the step before. */
  readonly isBack: boolean;
  /** Whether the request follows a redirect that set the visitor's cookie. */
  readonly hasCookieBeenSet: boolean;
  /** All other parameters: the initial values of form fields. */
  readonly prefill: UrlencodedFields;
}

/** The parameter of {@link PageQuery.hasCookieBeenSet}. IDs of fields cannot start with a dot. */
export const cookieParam = '.cookie';
/** The parameter of {@link PageQuery.isTicketInvalid}. */
export const ticketParam = '.ticket';
/** The parameters of a form that shows one field at a time: {@link PageQuery.step} and {@link PageQuery.isBack}. */
export const stepParam = '.step';
export const backParam = '.back';
/** The parameter of {@link PageQuery.checkedId}. */
export const checkedParam = '.checked';
/** The parameter of {@link PageQuery.isCheckInvalid}. */
export const invalidParam = '.invalid';
const knownParams = [
  'answer',
  'again',
  'started',
  'ticket',
  'change',
  'preview',
  cookieParam,
  ticketParam,
  stepParam,
  backParam,
  checkedParam,
  invalidParam,
] as const;

/** Returns a path with a query, unless the query has no parameters. */
export function withQuery(path: string, params: Readonly<Record<string, string>>): string {
  const query = String(new URLSearchParams(params));
  return query === '' ? path : `${path}?${query}`;
}

/** Whether the page itself uses a parameter, so that no field of this name can be prefilled. */
export function isReservedParam(name: string): boolean {
  return knownParams.some((known) => known === name);
}

/** Reads the query of a hosted page. Repeated and empty parameters count as missing. */
export function readPageQuery({ query }: Pick<HttpExchange, 'query'>): PageQuery {
  const fields = parseUrlencoded(query, 'query');
  const once = (name: (typeof knownParams)[number]) => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const prefill = Object.entries(fields).filter(([name]) => !isReservedParam(name));
  return {
    answerId: once('answer'),
    rejectedToken: once('again'),
    started: once('started'),
    ticket: once('ticket'),
    preview: once('preview'),
    isTicketInvalid: once(ticketParam) !== undefined,
    checkedId: once(checkedParam),
    isCheckInvalid: once(invalidParam) !== undefined,
    isChange: once('change') !== undefined,
    step: Math.max(0, Number.parseInt(once(stepParam) ?? '0', 10) || 0),
    isBack: once(backParam) !== undefined,
    hasCookieBeenSet: once(cookieParam) !== undefined,
    prefill: Object.fromEntries(prefill),
  };
}
