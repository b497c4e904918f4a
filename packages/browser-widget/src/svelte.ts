import type { AskKind } from '@askwell/server/contract';
import type { Component, Snippet } from 'svelte';
import type { HTMLAttributes } from 'svelte/elements';
import type { AskAttributes, AskEvents } from './events.js';
import type { ComponentEvents, ElementProps } from './frameworks/elements.js';
import type { OwnerComponentEvents, OwnerElementName, OwnerProps } from './frameworks/owner-elements.js';
import type { OwnerAttributes } from './owner-events.js';
import Asks from './svelte/AskwellAsks.svelte';
import Editor from './svelte/AskwellEditor.svelte';
import Form from './svelte/AskwellForm.svelte';
import Poll from './svelte/AskwellPoll.svelte';
import Quiz from './svelte/AskwellQuiz.svelte';
import Results from './svelte/AskwellResults.svelte';

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

/** The event handlers of a component for owners. */
export type OwnerHandlers<Name extends OwnerElementName> = {
  [Event in keyof OwnerComponentEvents<Name> as `on${Event}`]?:
    | ((event: OwnerComponentEvents<Name>[Event]) => void)
    | undefined;
};

/** The props of a component for owners: the attributes of its element, the event handlers, and all props of HTML elements. */
export type OwnerComponentProps<Name extends OwnerElementName> = Omit<
  HTMLAttributes<HTMLElement>,
  keyof OwnerHandlers<Name> | 'children'
> &
  OwnerProps<Name> &
  OwnerHandlers<Name>;

/**
 * Edits a poll, quiz or form, by the element `<askwell-editor>`, which it loads from the server.
 *
 * @example
 * <AskwellEditor server="/polls" askId="form_…" {token} onpublished={() => invalidateAll()} />
 */
export const AskwellEditor: Component<OwnerComponentProps<'editor'>> = Editor;

/**
 * Shows the results of a poll, quiz or form, by the element `<askwell-results>`, which it loads from the server.
 *
 * @example
 * <AskwellResults server="/polls" askId="form_…" {token} />
 */
export const AskwellResults: Component<OwnerComponentProps<'results'>> = Results;

/**
 * Lists polls, quizzes and forms, by the element `<askwell-asks>`, which it loads from the server.
 *
 * @example
 * <AskwellAsks server="/polls" {token} onopen={(event) => (askId = event.detail.id)} />
 */
export const AskwellAsks: Component<OwnerComponentProps<'asks'>> = Asks;

/** The attributes and listeners of an element for owners, without a component. */
export type OwnerElementAttributes<Name extends OwnerElementName> = HTMLAttributes<HTMLElement> &
  OwnerAttributes &
  (Name extends 'asks' ? unknown : { 'ask-id'?: string }) & {
    [Event in keyof OwnerComponentEvents<Name> as `onaskwell:${Event}`]?: (
      event: OwnerComponentEvents<Name>[Event],
    ) => void;
  };

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
    'askwell-editor': OwnerElementAttributes<'editor'>;
    'askwell-results': OwnerElementAttributes<'results'>;
    'askwell-asks': OwnerElementAttributes<'asks'>;
  }
}
