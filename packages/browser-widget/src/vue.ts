import type { AskKind } from '@askwell/server/contract';
import {
  type DefineSetupFnComponent,
  defineComponent,
  h,
  onMounted,
  type RenderFunction,
  type SetupContext,
  watch,
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
import {
  isOwnerEvent,
  loadOwnerElements,
  type OwnerComponentEvents,
  type OwnerElementName,
  type OwnerProps,
  ownerEvents,
  ownerPropNames,
  toOwnerAttributes,
} from './frameworks/owner-elements.js';
import type { OwnerEvents } from './owner-events.js';

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

/** The events that a component for owners emits. */
export type OwnerEmits<Name extends OwnerElementName> = {
  [Event in keyof OwnerComponentEvents<Name>]: (event: OwnerComponentEvents<Name>[Event]) => void;
};

/** The props of a component for owners: the ID of the ask as `askId`, and the attributes of its element. */
export type OwnerComponentProps<Name extends OwnerElementName> = OwnerProps<Name>;

type OwnerComponent<Name extends OwnerElementName> = DefineSetupFnComponent<
  OwnerComponentProps<Name>,
  OwnerEmits<Name>
>;

/**
 * Edits a poll, quiz or form, by the element `<askwell-editor>`, which it loads from the server.
 *
 * @example
 * <AskwellEditor server="/polls" ask-id="form_…" :token="token" @published="refresh" />
 */
export const AskwellEditor: OwnerComponent<'editor'> = defineComponent<OwnerProps<'editor'>, OwnerEmits<'editor'>>(
  (props, { emit }) =>
    setUpOwner('editor', props, {
      'onAskwell:saved': own('askwell:saved', (event) => emit('saved', event)),
      'onAskwell:published': own('askwell:published', (event) => emit('published', event)),
      'onAskwell:closed': own('askwell:closed', (event) => emit('closed', event)),
      'onAskwell:deleted': own('askwell:deleted', (event) => emit('deleted', event)),
      'onAskwell:token': own('askwell:token', (event) => emit('token', event)),
    }),
  { name: 'AskwellEditor', ...ownerOptionsOf('editor') },
);

/**
 * Shows the results of a poll, quiz or form, by the element `<askwell-results>`, which it loads from the server.
 *
 * @example
 * <AskwellResults server="/polls" ask-id="form_…" :token="token" />
 */
export const AskwellResults: OwnerComponent<'results'> = defineComponent<OwnerProps<'results'>, OwnerEmits<'results'>>(
  (props, { emit }) =>
    setUpOwner('results', props, { 'onAskwell:token': own('askwell:token', (event) => emit('token', event)) }),
  { name: 'AskwellResults', ...ownerOptionsOf('results') },
);

/**
 * Lists polls, quizzes and forms, by the element `<askwell-asks>`, which it loads from the server.
 *
 * @example
 * <AskwellAsks server="/polls" :token="token" @open="(event) => (askId = event.detail.id)" />
 */
export const AskwellAsks: OwnerComponent<'asks'> = defineComponent<OwnerProps<'asks'>, OwnerEmits<'asks'>>(
  (props, { emit }) =>
    setUpOwner('asks', props, {
      'onAskwell:created': own('askwell:created', (event) => emit('created', event)),
      'onAskwell:open': own('askwell:open', (event) => emit('open', event)),
      'onAskwell:token': own('askwell:token', (event) => emit('token', event)),
    }),
  { name: 'AskwellAsks', ...ownerOptionsOf('asks') },
);

function ownerOptionsOf<Name extends OwnerElementName>(name: Name) {
  return { props: [...ownerPropNames[name]], emits: [...ownerEvents[name]] };
}

const own =
  <Name extends keyof OwnerEvents>(name: Name, call: (event: OwnerEvents[Name]) => void) =>
  (event: Event) =>
    isOwnerEvent(event, name) && call(event);

function setUpOwner(
  name: OwnerElementName,
  props: { readonly server: string },
  listeners: Readonly<Record<string, (event: Event) => void>>,
): RenderFunction {
  const load = () => loadOwnerElements(props.server);
  onMounted(load);
  watch(() => props.server, load);
  return () => h(`askwell-${name}`, { ...toOwnerAttributes(props), ...listeners });
}
