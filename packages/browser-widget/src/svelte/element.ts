import type { AskKind } from '@askwell/server/contract';
import { type EventName, eventNames, isOwnEvent, toAttributes } from '../frameworks/elements.js';

export { define } from '../define.js';

type Handlers = { readonly [Name in EventName as `on${Name}`]?: ((event: Event) => void) | undefined };

/** Replaces the props of a component by the attributes and listeners of its element. */
export function toElement(kind: AskKind, { onready, onanswer, onerror, ...props }: Handlers): Record<string, unknown> {
  const handlers = { ready: onready, answer: onanswer, error: onerror };
  const listeners = eventNames.map((name) => [
    `onaskwell:${name}`,
    (event: Event) => {
      if (isOwnEvent(event, kind, name)) handlers[name]?.(event);
    },
  ]);
  return { ...toAttributes(kind, props), ...Object.fromEntries(listeners) };
}
