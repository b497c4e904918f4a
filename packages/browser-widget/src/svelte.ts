import type { AskKind } from '@askwell/server/contract';
import type { Component, Snippet } from 'svelte';
import type { HTMLAttributes } from 'svelte/elements';
import type { AskAttributes, AskEvents } from './events.js';
import type { ComponentEvents, ElementProps } from './frameworks/elements.js';
import Form from './svelte/AskwellForm.svelte';
import Poll from './svelte/AskwellPoll.svelte';
import Quiz from './svelte/AskwellQuiz.svelte';

/** The event handlers of a component. */
export interface AskHandlers<K extends AskKind> {
  /** The element has loaded and shows the ask. */
  onready?: ((event: ComponentEvents<K>['ready']) => void) | undefined;
  /** The server has recorded the answer. Call `preventDefault` to stay on the page where the ask names a URL to go to. */
  onanswer?: ((event: ComponentEvents<K>['answer']) => void) | undefined;
  /** The server refused a request, did not respond (`offline`), or something else responded (`unexpected_response`). */
  onerror?: ((event: ComponentEvents<K>['error']) => void) | undefined;
}

/** The props of a component: the attributes of its element, the event handlers, and all props of HTML elements. */
export type AskComponentProps<K extends AskKind> = Omit<
  HTMLAttributes<HTMLElement>,
  keyof AskHandlers<K> | keyof ElementProps<K> | 'children'
> &
  ElementProps<K> &
  AskHandlers<K> & { children?: Snippet | undefined };

/**
 * Shows a poll, by the element `<askwell-poll>`.
 *
 * @example
 * <AskwellPoll pollId="poll_…" onanswer={(event) => console.log(event.detail.answer.choices)} />
 */
export const AskwellPoll: Component<AskComponentProps<'poll'>> = Poll;

/**
 * Shows a quiz, by the element `<askwell-quiz>`.
 *
 * @example
 * <AskwellQuiz quizId="quiz_…" onanswer={(event) => console.log(event.detail.answer.score)} />
 */
export const AskwellQuiz: Component<AskComponentProps<'quiz'>> = Quiz;

/**
 * Shows a form, by the element `<askwell-form>`.
 *
 * @example
 * <AskwellForm formId="form_…" onanswer={(event) => console.log(event.detail.answer.id)} />
 */
export const AskwellForm: Component<AskComponentProps<'form'>> = Form;

/** The attributes and listeners of an element, without a component. */
export type AskElementAttributes<K extends AskKind> = HTMLAttributes<HTMLElement> &
  AskAttributes & { [Name in `${K}-id`]?: string } & {
    [Name in keyof AskEvents<K> as `on${Name}`]?: (event: AskEvents<K>[Name]) => void;
  };

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'askwell-poll': AskElementAttributes<'poll'>;
    'askwell-quiz': AskElementAttributes<'quiz'>;
    'askwell-form': AskElementAttributes<'form'>;
  }
}
