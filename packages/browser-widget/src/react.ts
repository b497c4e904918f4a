'use client';
import type { AskKind } from '@askwell/server/contract';
import {
  createElement,
  type DetailedHTMLProps,
  type ForwardedRef,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type ReactElement,
  type RefAttributes,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { define } from './define.js';
import type { AskAttributes, AskEvents } from './events.js';
import {
  type ComponentEvents,
  type ElementProps,
  type EventName,
  isOwnEvent,
  toAttributes,
} from './frameworks/elements.js';
import {
  isOwnerEvent,
  loadOwnerElements,
  type OwnerComponentEvents,
  type OwnerElementName,
  type OwnerProps,
  toOwnerAttributes,
} from './frameworks/owner-elements.js';
import type { OwnerAttributes, OwnerEvents } from './owner-events.js';

/** The event handlers of a component. */
export interface AskHandlers<K extends AskKind> {
  /** The element has loaded and shows the ask. */
  onReady?: ((event: AskEvents<K>['askwell:ready']) => void) | undefined;
  /** The server has recorded the answer. Call `preventDefault` to stay on the page where the ask names a URL to go to. */
  onAnswer?: ((event: AskEvents<K>['askwell:answer']) => void) | undefined;
  /** The server refused a request, did not respond (`offline`), or something else responded (`unexpected_response`). */
  onError?: ((event: AskEvents<K>['askwell:error']) => void) | undefined;
}

/** The props of a component: the attributes of its element, the event handlers, and all props of HTML elements. */
export type AskComponentProps<K extends AskKind> = Omit<
  HTMLAttributes<HTMLElement>,
  keyof AskHandlers<K> | keyof ElementProps<K>
> &
  ElementProps<K> &
  AskHandlers<K>;

type AskComponent<K extends AskKind> = ForwardRefExoticComponent<AskComponentProps<K> & RefAttributes<HTMLElement>>;

/**
 * Shows a poll, by the element `<askwell-poll>`.
 *
 * @example
 * <AskwellPoll pollId="poll_…" onAnswer={(event) => console.log(event.detail.answer.choices)} />
 */
export const AskwellPoll: AskComponent<'poll'> = forwardRef<HTMLElement, AskComponentProps<'poll'>>((props, ref) =>
  useElement('poll', props, ref),
);
AskwellPoll.displayName = 'AskwellPoll';

/**
 * Shows a quiz, by the element `<askwell-quiz>`.
 *
 * @example
 * <AskwellQuiz quizId="quiz_…" onAnswer={(event) => console.log(event.detail.answer.score)} />
 */
export const AskwellQuiz: AskComponent<'quiz'> = forwardRef<HTMLElement, AskComponentProps<'quiz'>>((props, ref) =>
  useElement('quiz', props, ref),
);
AskwellQuiz.displayName = 'AskwellQuiz';

/**
 * Shows a form, by the element `<askwell-form>`.
 *
 * @example
 * <AskwellForm formId="form_…" onAnswer={(event) => console.log(event.detail.answer.id)} />
 */
export const AskwellForm: AskComponent<'form'> = forwardRef<HTMLElement, AskComponentProps<'form'>>((props, ref) =>
  useElement('form', props, ref),
);
AskwellForm.displayName = 'AskwellForm';

/** The event handlers of the components for owners. */
export interface OwnerHandlers {
  /** A change was saved. */
  onSaved?: ((event: OwnerEvents['askwell:saved']) => void) | undefined;
  /** The changes were published, or a closed poll, quiz or form was opened again. */
  onPublished?: ((event: OwnerEvents['askwell:published']) => void) | undefined;
  /** The poll, quiz or form was closed. */
  onClosed?: ((event: OwnerEvents['askwell:closed']) => void) | undefined;
  /** The poll, quiz or form was deleted. */
  onDeleted?: ((event: OwnerEvents['askwell:deleted']) => void) | undefined;
  /** A poll, quiz or form was created in the list. */
  onCreated?: ((event: OwnerEvents['askwell:created']) => void) | undefined;
  /** Somebody chose a poll, quiz or form in the list. */
  onOpen?: ((event: OwnerEvents['askwell:open']) => void) | undefined;
  /** The element needs a token: it has none, or its token has expired. */
  onToken?: ((event: OwnerEvents['askwell:token']) => void) | undefined;
}

/** The handlers of one component for owners. */
type OwnerHandlersOf<Name extends OwnerElementName> = Pick<
  OwnerHandlers,
  keyof OwnerHandlers & `on${Capitalize<keyof OwnerComponentEvents<Name>>}`
>;

/** The props of a component for owners: the attributes of its element, the event handlers, and all props of HTML elements. */
export type OwnerComponentProps<Name extends OwnerElementName> = Omit<
  HTMLAttributes<HTMLElement>,
  keyof OwnerHandlers
> &
  OwnerProps<Name> &
  OwnerHandlersOf<Name>;

type OwnerComponent<Name extends OwnerElementName> = ForwardRefExoticComponent<
  OwnerComponentProps<Name> & RefAttributes<HTMLElement>
>;

/**
 * Edits a poll, quiz or form, by the element `<askwell-editor>`, which it loads from the server.
 *
 * @example
 * <AskwellEditor server="/polls" askId="form_…" token={token} onPublished={() => router.refresh()} />
 */
export const AskwellEditor: OwnerComponent<'editor'> = forwardRef<HTMLElement, OwnerComponentProps<'editor'>>(
  (props, ref) => useOwnerElement('editor', props, ref),
);
AskwellEditor.displayName = 'AskwellEditor';

/**
 * Shows the results of a poll, quiz or form, by the element `<askwell-results>`, which it loads from the server.
 *
 * @example
 * <AskwellResults server="/polls" askId="form_…" token={token} />
 */
export const AskwellResults: OwnerComponent<'results'> = forwardRef<HTMLElement, OwnerComponentProps<'results'>>(
  (props, ref) => useOwnerElement('results', props, ref),
);
AskwellResults.displayName = 'AskwellResults';

/**
 * Lists polls, quizzes and forms, by the element `<askwell-asks>`, which it loads from the server.
 *
 * @example
 * <AskwellAsks server="/polls" token={token} onOpen={(event) => setAskId(event.detail.id)} />
 */
export const AskwellAsks: OwnerComponent<'asks'> = forwardRef<HTMLElement, OwnerComponentProps<'asks'>>((props, ref) =>
  useOwnerElement('asks', props, ref),
);
AskwellAsks.displayName = 'AskwellAsks';

/** Layout effects attach listeners before the element dispatches its first event. React 18 warns about them on servers. */
const useCommitEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

function useElement<K extends AskKind>(
  kind: K,
  props: AskHandlers<K> & Pick<HTMLAttributes<HTMLElement>, 'className' | 'lang'>,
  forwarded: ForwardedRef<HTMLElement>,
): ReactElement {
  const { onReady, onAnswer, onError, className, ...rest } = props;
  const element = useRef<HTMLElement>(null);
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(forwarded, () => element.current, []);
  useListener(element, 'askwell:ready', isOfKind(kind, 'ready'), onReady);
  useListener(element, 'askwell:answer', isOfKind(kind, 'answer'), onAnswer);
  useListener(element, 'askwell:error', isOfKind(kind, 'error'), onError);
  useEffect(() => define(), []);
  useCommitEffect(() => {
    // React 19 sets the property, which turns undefined into the text "undefined".
    if (!props.lang) element.current?.removeAttribute('lang');
  }, [props.lang]);
  return customElement(`askwell-${kind}`, toAttributes(kind, rest), className, element);
}

const isOfKind =
  <K extends AskKind, Name extends EventName>(kind: K, name: Name) =>
  (event: Event): event is ComponentEvents<K>[Name] =>
    isOwnEvent(event, kind, name);

function useOwnerElement(
  name: OwnerElementName,
  props: OwnerHandlers & { readonly server: string } & Pick<HTMLAttributes<HTMLElement>, 'className'>,
  forwarded: ForwardedRef<HTMLElement>,
): ReactElement {
  const { onSaved, onPublished, onClosed, onDeleted, onCreated, onOpen, onToken, className, ...rest } = props;
  const element = useRef<HTMLElement>(null);
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(forwarded, () => element.current, []);
  useListener(element, 'askwell:saved', isOfOwner('askwell:saved'), onSaved);
  useListener(element, 'askwell:published', isOfOwner('askwell:published'), onPublished);
  useListener(element, 'askwell:closed', isOfOwner('askwell:closed'), onClosed);
  useListener(element, 'askwell:deleted', isOfOwner('askwell:deleted'), onDeleted);
  useListener(element, 'askwell:created', isOfOwner('askwell:created'), onCreated);
  useListener(element, 'askwell:open', isOfOwner('askwell:open'), onOpen);
  useListener(element, 'askwell:token', isOfOwner('askwell:token'), onToken);
  const { server } = props;
  useEffect(() => {
    void loadOwnerElements(server);
  }, [server]);
  return customElement(`askwell-${name}`, toOwnerAttributes(rest), className, element);
}

const isOfOwner =
  <Name extends keyof OwnerEvents>(name: Name) =>
  (event: Event): event is OwnerEvents[Name] =>
    isOwnerEvent(event, name);

function customElement(
  tag: string,
  attributes: object,
  className: string | undefined,
  ref: RefObject<HTMLElement | null>,
): ReactElement {
  // React 18 does not support `className` on custom elements. The element may have set `state` before it is hydrated.
  return createElement(tag, { ...attributes, class: className, ref, suppressHydrationWarning: true });
}

/** Calls the current handler. */
function useListener<Dispatched extends Event>(
  element: RefObject<HTMLElement | null>,
  name: string,
  isOwn: (event: Event) => event is Dispatched,
  handler: ((event: Dispatched) => void) | undefined,
): void {
  useCommitEffect(() => {
    const host = element.current;
    if (!host || !handler) return;
    const listener = (event: Event) => {
      if (isOwn(event)) handler(event);
    };
    host.addEventListener(name, listener);
    return () => host.removeEventListener(name, listener);
  }, [element, name, handler]);
}

type Listeners<K extends AskKind> = {
  [Name in keyof AskEvents<K> as `on${Name}`]?: (event: AskEvents<K>[Name]) => void;
};

/** The props of an element in JSX, without a component: its attributes, its events, and all props of HTML elements. */
export type AskProps<K extends AskKind> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> &
  AskAttributes &
  Listeners<K> & { [Name in `${K}-id`]?: string };

/** The props of an element for owners in JSX, without a component. */
export type OwnerElementProps<Name extends OwnerElementName> = DetailedHTMLProps<
  HTMLAttributes<HTMLElement>,
  HTMLElement
> &
  OwnerAttributes &
  (Name extends 'asks' ? unknown : { 'ask-id'?: string }) & {
    [Event in keyof OwnerComponentEvents<Name> as `onaskwell:${Event}`]?: (
      event: OwnerComponentEvents<Name>[Event],
    ) => void;
  };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'askwell-poll': AskProps<'poll'>;
      'askwell-quiz': AskProps<'quiz'>;
      'askwell-form': AskProps<'form'>;
      'askwell-editor': OwnerElementProps<'editor'>;
      'askwell-results': OwnerElementProps<'results'>;
      'askwell-asks': OwnerElementProps<'asks'>;
    }
  }
}
