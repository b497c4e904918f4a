import type { AskKind, PublicKinds } from '@askwell/server/contract';
import type { Problem } from './api.js';

/** What all of the events tell. */
interface About<K extends AskKind> {
  readonly kind: K;
  readonly id: string;
}

/** `askwell:ready`: it is there. */
export type ReadyDetail<K extends AskKind = AskKind> = {
  [Kind in K]: About<Kind> & { readonly view: PublicKinds[Kind]['view'] };
}[K];

/** `askwell:answer`: the server has recorded it. */
export type AnswerDetail<K extends AskKind = AskKind> = {
  [Kind in K]: About<Kind> & { readonly answer: PublicKinds[Kind]['receipt'] };
}[K];

/** `askwell:error`: the server said no, or nothing. */
export type ErrorDetail<K extends AskKind = AskKind> = About<K> & Problem;

/** The events of an element, by their names. */
export interface AskEvents<K extends AskKind = AskKind> {
  /** The element shows what it was told to show. */
  'askwell:ready': CustomEvent<ReadyDetail<K>>;
  /** The server has recorded the answer. Cancel it to stay on the page where the ask names a URL to go to. */
  'askwell:answer': CustomEvent<AnswerDetail<K>>;
  /** The server refused a request, or did not respond (`offline`). */
  'askwell:error': CustomEvent<ErrorDetail<K>>;
}

/** The attributes of every element, beside the ID of what it shows. */
export interface AskAttributes {
  /** URL of the Askwell server with its base path. Default: the one given to `define`, else the page's origin. */
  server?: string | undefined;
  /** Language of buttons and messages. Default: the `locale` of the ask, the page's `lang`, or the browser's language. */
  lang?: string | undefined;
  /** Color scheme. Default: chosen by the text color of the page. */
  theme?: 'light' | 'dark' | undefined;
  /** Initial answers as a query string, such as `name=Visitor&diet=o1&diet=o3`. */
  prefill?: string | undefined;
  /** Ticket of the visitor, where one is required. */
  ticket?: string | undefined;
  /** Unguessable ID of the person who answers, 16 to 200 characters. Default: a token kept by the browser. */
  voter?: string | undefined;
  /** ID of the answer that this visitor has already given. */
  answer?: string | undefined;
  /** `list` shows all questions of a quiz on one page. */
  layout?: 'list' | undefined;
  /** Contact details to ask for at the end of a quiz: `name`, `email` or `name email`. */
  collect?: string | undefined;
  /** Minimum height in pixels, to avoid layout shifts. */
  reserve?: number | string | undefined;
}
