import type { AskKind } from '@askwell/server/contract';
import {
  type DefineSetupFnComponent,
  defineComponent,
  h,
  onMounted,
  type RenderFunction,
  type SetupContext,
} from 'vue';
import { define } from './define.js';
import {
  type ComponentEvents,
  type ElementProps,
  eventNames,
  isOwnEvent,
  propNames,
  toAttributes,
} from './frameworks/elements.js';

/** The events that a component emits. */
export type AskEmits<K extends AskKind> = {
  /** The element has loaded and shows the ask. */
  ready: (event: ComponentEvents<K>['ready']) => void;
  /** The server has recorded the answer. Call `preventDefault` to stay on the page where the ask names a URL to go to. */
  answer: (event: ComponentEvents<K>['answer']) => void;
  /** The server refused a request, did not respond (`offline`), or something else responded (`unexpected_response`). */
  error: (event: ComponentEvents<K>['error']) => void;
};

/** The props of a component: the ID of the ask, such as `pollId`, and the attributes of its element. */
export type AskComponentProps<K extends AskKind> = ElementProps<K>;

type AskComponent<K extends AskKind> = DefineSetupFnComponent<AskComponentProps<K>, AskEmits<K>>;

/**
 * Shows a poll, by the element `<askwell-poll>`.
 *
 * @example
 * <AskwellPoll poll-id="poll_…" @answer="(event) => console.log(event.detail.answer.choices)" />
 */
export const AskwellPoll: AskComponent<'poll'> = defineComponent<AskComponentProps<'poll'>, AskEmits<'poll'>>(
  (props, { slots, emit }) => setUp('poll', props, slots, emit),
  { name: 'AskwellPoll', ...optionsOf('poll') },
);

/**
 * Shows a quiz, by the element `<askwell-quiz>`.
 *
 * @example
 * <AskwellQuiz quiz-id="quiz_…" @answer="(event) => console.log(event.detail.answer.score)" />
 */
export const AskwellQuiz: AskComponent<'quiz'> = defineComponent<AskComponentProps<'quiz'>, AskEmits<'quiz'>>(
  (props, { slots, emit }) => setUp('quiz', props, slots, emit),
  { name: 'AskwellQuiz', ...optionsOf('quiz') },
);

/**
 * Shows a form, by the element `<askwell-form>`.
 *
 * @example
 * <AskwellForm form-id="form_…" @answer="(event) => console.log(event.detail.answer.id)" />
 */
export const AskwellForm: AskComponent<'form'> = defineComponent<AskComponentProps<'form'>, AskEmits<'form'>>(
  (props, { slots, emit }) => setUp('form', props, slots, emit),
  { name: 'AskwellForm', ...optionsOf('form') },
);

interface Emit<K extends AskKind> {
  (name: 'ready', event: ComponentEvents<K>['ready']): void;
  (name: 'answer', event: ComponentEvents<K>['answer']): void;
  (name: 'error', event: ComponentEvents<K>['error']): void;
}

function optionsOf<K extends AskKind>(kind: K) {
  return { props: propNames(kind), emits: [...eventNames] };
}

function setUp<K extends AskKind>(kind: K, props: object, slots: SetupContext['slots'], emit: Emit<K>): RenderFunction {
  onMounted(() => define());
  const listeners = {
    'onAskwell:ready': (event: Event) => isOwnEvent(event, kind, 'ready') && emit('ready', event),
    'onAskwell:answer': (event: Event) => isOwnEvent(event, kind, 'answer') && emit('answer', event),
    'onAskwell:error': (event: Event) => isOwnEvent(event, kind, 'error') && emit('error', event),
  };
  return () => h(`askwell-${kind}`, { ...toAttributes(kind, props), ...listeners }, slots['default']?.());
}
