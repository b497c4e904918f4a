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
  'askwell:ready': CustomEvent<ReadyDetail<K>>;
  'askwell:answer': CustomEvent<AnswerDetail<K>>;
  'askwell:error': CustomEvent<ErrorDetail<K>>;
}

/** What an element may be told by attributes, beside what it shows. */
export interface AskAttributes {
  server?: string | undefined;
  theme?: 'light' | 'dark' | undefined;
  prefill?: string | undefined;
  ticket?: string | undefined;
  voter?: string | undefined;
  answer?: string | undefined;
  layout?: 'list' | undefined;
  collect?: string | undefined;
  reserve?: number | string | undefined;
}
