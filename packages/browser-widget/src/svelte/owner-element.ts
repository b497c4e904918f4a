import { isOwnerEvent, type OwnerElementName, ownerEvents, toOwnerAttributes } from '../frameworks/owner-elements.js';
import type { OwnerEvents } from '../owner-events.js';

export { loadOwnerElements } from '../frameworks/owner-elements.js';

/** Replaces the props of a component by the attributes and listeners of its element. */
export function toOwnerElement(
  element: OwnerElementName,
  props: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const events: readonly (typeof ownerEvents)[OwnerElementName][number][] = ownerEvents[element];
  const attributes = { ...props };
  const listeners = events.map((name) => {
    const handler = props[`on${name}`];
    delete attributes[`on${name}`];
    return [`onaskwell:${name}`, listener(`askwell:${name}`, handler)];
  });
  return { ...toOwnerAttributes(attributes), ...Object.fromEntries(listeners) };
}

function listener(name: keyof OwnerEvents, handler: unknown) {
  return (event: Event) => {
    if (typeof handler === 'function' && isOwnerEvent(event, name)) handler(event);
  };
}
