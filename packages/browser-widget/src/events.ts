import type { AskKind, PublicKinds } from '@askwell/server/contract';
import type { Problem } from './api.js';

/** The members that the details of all events share. */
interface AskDetail<K extends AskKind> {
  readonly kind: K;
  readonly id: string;
}

/** Detail of `askwell:ready`: the ask is loaded and shown. */
export type ReadyDetail<K extends AskKind = AskKind> = {
  [Kind in K]: AskDetail<Kind> & { readonly view: PublicKinds[Kind]['view'] };
}[K];

/** Detail of `askwell:answer`: the server has recorded the answer. */
export type AnswerDetail<K extends AskKind = AskKind> = {
  [Kind in K]: AskDetail<Kind> & { readonly answer: PublicKinds[Kind]['receipt'] };
}[K];

/** Detail of `askwell:error`: the server refused a request, did not respond, or something else responded. */
export type ErrorDetail<K extends AskKind = AskKind> = AskDetail<K> & Problem;

/** The events of an element by name. */
export interface AskEvents<K extends AskKind = AskKind> {
  /** The element has loaded and shows the ask. */
  'askwell:ready': CustomEvent<ReadyDetail<K>>;
  /** The server has recorded the answer. Cancel it to stay on the page where the ask names a URL to go to. */
  'askwell:answer': CustomEvent<AnswerDetail<K>>;
  /** The server refused a request, did not respond (`offline`), or something else responded (`unexpected_response`). */
  'askwell:error': CustomEvent<ErrorDetail<K>>;
}

/** The attributes of every element, apart from the ID of the ask. */
export interface AskAttributes {
  /** URL of the Askwell server with its base path. Default: the one given to `define`, else the page's origin. */
  server?: string | undefined;
  /** Language of buttons and messages, such as `fr`, or `de-formal` and `fr-informal` for another way to address visitors. Default: the `locale` of the ask, the page's `lang`, or the browser's language. */
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
  /** Token of a preview link, which shows a draft. */
  preview?: string | undefined;
  /** `list` shows all questions of a quiz on one page. `steps` shows one field of a form at a time, and `pages` its pages. */
  layout?: 'list' | 'pages' | 'steps' | undefined;
  /** Contact details to ask for at the end of a quiz: `name`, `email`, `name email` or nothing. Default: what the quiz collects. */
  collect?: string | undefined;
  /** Does not keep what a visitor types in a form or quiz. Otherwise it is there after a reload, in the same tab, until it is sent. */
  'no-draft'?: boolean | '' | undefined;
  /** Minimum height in pixels, to avoid layout shifts. */
  reserve?: number | string | undefined;
}
