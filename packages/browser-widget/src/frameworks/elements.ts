/* The props and events of the elements. The components for React, Vue and Svelte are derived from these tables. */
import type { AskKind } from '@askwell/server/contract';
import type { AskAttributes, AskEvents } from '../events.js';

/** The props of every component. Each is the attribute of the same name; `noDraft` is `no-draft`. */
type AttributeProps = Omit<AskAttributes, 'no-draft'> & { noDraft?: AskAttributes['no-draft'] };

const attributeProps: { readonly [Name in keyof AttributeProps]-?: Name } = {
  server: 'server',
  lang: 'lang',
  theme: 'theme',
  prefill: 'prefill',
  ticket: 'ticket',
  voter: 'voter',
  answer: 'answer',
  preview: 'preview',
  layout: 'layout',
  collect: 'collect',
  noDraft: 'noDraft',
  reserve: 'reserve',
};

/** The props of a component of one kind: the ID of the ask, such as `pollId`, and the attributes of the element. */
export type ElementProps<K extends AskKind> = AttributeProps & { readonly [Name in `${K}Id`]: string };

/** The events by their names in components, without a prefix. */
export interface ComponentEvents<K extends AskKind> {
  ready: AskEvents<K>['askwell:ready'];
  answer: AskEvents<K>['askwell:answer'];
  error: AskEvents<K>['askwell:error'];
}

/** The name of an event. */
export type EventName = keyof ComponentEvents<AskKind>;

/** The names of all events. */
export const eventNames = ['ready', 'answer', 'error'] as const satisfies readonly EventName[];

/** The names of the props that become attributes. */
export function propNames<K extends AskKind>(kind: K): (keyof AttributeProps | `${K}Id`)[] {
  return [`${kind}Id`, ...Object.values(attributeProps)];
}

/** Replaces the props of a component by the attributes of its element. Keeps all other props, and leaves out unset ones. */
export function toAttributes(kind: AskKind, props: object): Record<string, unknown> {
  const all = Object.entries(props).map(([name, value]) => toAttribute(kind, name, value));
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== null));
}

function toAttribute(kind: AskKind, name: string, value: unknown): readonly [name: string, value: unknown] {
  if (name === `${kind}Id`) return [`${kind}-id`, value];
  // Frameworks write the values true and false of a custom element in different ways.
  if (name === 'noDraft') return ['no-draft', value === false || value === undefined ? undefined : ''];
  return [name, value];
}

/** Whether an element itself, and not one inside it, dispatched an event of this name. */
export function isOwnEvent<K extends AskKind, Name extends EventName>(
  event: Event,
  kind: K,
  name: Name,
): event is ComponentEvents<K>[Name] {
  return (
    event instanceof CustomEvent &&
    event.type === `askwell:${name}` &&
    event.target === event.currentTarget &&
    event.detail.kind === kind
  );
}
