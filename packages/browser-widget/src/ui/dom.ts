/** A method, so that it may take the event that it listens to. */
type Listener = { hear(event: Event): void }['hear'];
type Value = string | number | boolean | null | undefined | Listener;

/** Attributes by name; false leaves one out, a function listens to the event of that name. */
export type Props = Readonly<Record<string, Value>>;

/** What stands in an element; what is not there is left out. */
export type Child = Node | string | false | null | undefined | readonly Child[];

/**
 * Makes an element. Whatever it is given is text or an attribute, never markup. Its classes are its parts, too: what our
 * styles can reach, the page's can.
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

/** Sets an attribute, or takes it away. */
export function setAttribute(element: Element, name: string, value: Exclude<Value, Listener>): void {
  if (value === false || value == null) element.removeAttribute(name);
  else element.setAttribute(name, String(value));
}

/** Puts something at the end of an element. */
export function append(parent: Element, ...children: readonly Child[]): void {
  for (const child of children) {
    if (isList(child)) append(parent, ...child);
    else if (child) parent.append(child);
  }
}

function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child);
}

/**
 * Makes a tree what another is, keeping the nodes that stay: so that bars move rather than jump, and whoever reads is not
 * thrown back to the beginning.
 */
export function morph(now: ChildNode, next: ChildNode): void {
  const isAlike =
    now instanceof HTMLElement &&
    next instanceof HTMLElement &&
    now.tagName === next.tagName &&
    now.childNodes.length === next.childNodes.length;
  if (!isAlike) {
    now.replaceWith(next);
    return;
  }
  now.style.cssText = next.style.cssText;
  for (const [at, child] of [...next.childNodes].entries()) {
    const before = now.childNodes[at];
    if (before) morph(before, child);
  }
}
