/* The props and events of the elements for owners. The components for React, Vue and Svelte are derived from these tables. */
import type { OwnerAttributes, OwnerEvents } from '../owner-events.js';

/** The names of the elements for owners, without their prefix. */
export type OwnerElementName = 'editor' | 'results' | 'asks';

/** The props of a component: the URL of the Askwell server, the attributes of the element, and the ID of the ask as `askId`. */
export type OwnerProps<Name extends OwnerElementName> = OwnerAttributes & { server: string } & (Name extends 'asks'
    ? unknown
    : { askId: string });

/** The events of each element by their names in components, without a prefix. */
export const ownerEvents = {
  editor: ['saved', 'published', 'closed', 'deleted', 'token'],
  results: ['token'],
  asks: ['created', 'open', 'token'],
} as const satisfies { readonly [Name in OwnerElementName]: readonly OwnerEventName[] };

type OwnerEventName = keyof OwnerEvents extends `askwell:${infer Name}` ? Name : never;

/** The events of a component by their names, without a prefix. */
export type OwnerComponentEvents<Name extends OwnerElementName> = {
  [Event in (typeof ownerEvents)[Name][number]]: OwnerEvents[`askwell:${Event}`];
};

/** The names of the props that become attributes. */
export const ownerPropNames = {
  editor: ['askId', 'server', 'token', 'theme'],
  results: ['askId', 'server', 'token', 'theme'],
  asks: ['server', 'token', 'theme'],
} as const satisfies { readonly [Name in OwnerElementName]: readonly (keyof OwnerProps<Name>)[] };

/** Replaces the props of a component by the attributes of its element. Keeps all other props, and leaves out unset ones. */
export function toOwnerAttributes(props: object): Record<string, unknown> {
  const set = Object.entries(props).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(set.map(([name, value]) => [name === 'askId' ? 'ask-id' : name, value]));
}

/** Whether an element itself, and not one inside it, dispatched an event. */
export function isOwnerEvent<Name extends keyof OwnerEvents>(event: Event, name: Name): event is OwnerEvents[Name] {
  return event instanceof CustomEvent && event.type === name && event.target === event.currentTarget;
}

/** Loads the elements from the server, in the browser. */
export async function loadOwnerElements(server: string): Promise<void> {
  const url = `${new URL(server, document.baseURI).href.replace(/\/$/, '')}/editor.js`;
  await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
}
