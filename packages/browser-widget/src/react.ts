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
  useListener(element, kind, 'ready', onReady);
  useListener(element, kind, 'answer', onAnswer);
  useListener(element, kind, 'error', onError);
  useEffect(() => define(), []);
  useCommitEffect(() => {
    // React 19 sets the property, which turns undefined into the text "undefined".
    if (!props.lang) element.current?.removeAttribute('lang');
  }, [props.lang]);
  // React 18 does not support `className` on custom elements. The element may have set `state` before it is hydrated.
  const more = { class: className, ref: element, suppressHydrationWarning: true };
  return createElement(`askwell-${kind}`, { ...toAttributes(kind, rest), ...more });
}

function useListener<K extends AskKind, Name extends EventName>(
  element: RefObject<HTMLElement | null>,
  kind: K,
  name: Name,
  handler: ((event: ComponentEvents<K>[Name]) => void) | undefined,
): void {
  useCommitEffect(() => {
    const host = element.current;
    if (!host || !handler) return;
    const listener = (event: Event) => {
      if (isOwnEvent(event, kind, name)) handler(event);
    };
    host.addEventListener(`askwell:${name}`, listener);
    return () => host.removeEventListener(`askwell:${name}`, listener);
  }, [element, kind, name, handler]);
}

type Listeners<K extends AskKind> = {
  [Name in keyof AskEvents<K> as `on${Name}`]?: (event: AskEvents<K>[Name]) => void;
};

/** The props of an element in JSX, without a component: its attributes, its events, and all props of HTML elements. */
export type AskProps<K extends AskKind> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> &
  AskAttributes &
  Listeners<K> & { [Name in `${K}-id`]?: string };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'askwell-poll': AskProps<'poll'>;
      'askwell-quiz': AskProps<'quiz'>;
      'askwell-form': AskProps<'form'>;
    }
  }
}
