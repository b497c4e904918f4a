/** Declared as a method, so that it accepts listeners for any type of event. */
type Listener = { hear(event: Event): void }['hear'];
type Value = string | number | boolean | null | undefined | Listener;

/** Attributes by name. False omits an attribute, and a function becomes a listener for the event of that name. */
export type Props = Readonly<Record<string, Value>>;

/** The content of an element. False, null and undefined are omitted. */
export type Child = Node | string | false | null | undefined | readonly Child[];

/**
 * Creates an element. Strings become text, never markup. The classes are also `part` names, so that pages can style the
 * element.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props | string,
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(typeof props === 'string' ? { class: props } : props)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else {
      setAttribute(element, name, value);
      if (name === 'class') setAttribute(element, 'part', value);
    }
  }
  append(element, ...children);
  return element;
}

/** Sets or removes an attribute. */
export function setAttribute(element: Element, name: string, value: Exclude<Value, Listener>): void {
  if (value === false || value == null) element.removeAttribute(name);
  else element.setAttribute(name, String(value));
}

/** Appends content to an element. */
export function append(parent: Element, ...children: readonly Child[]): void {
  for (const child of children) {
    if (isList(child)) append(parent, ...child);
    else if (child) parent.append(child);
  }
}

function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child);
}
