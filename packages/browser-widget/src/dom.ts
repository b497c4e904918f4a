type Value = string | number | boolean | null | undefined | (() => void);

/** Attributes by name; true is an empty one, a function listens to the event of that name. */
export type Props = Readonly<Record<string, Value>>;

/** What stands in an element; what is not there is left out. */
export type Child = Node | string | false | null | undefined | readonly Child[];

/** Makes an element. Whatever it is given is text or an attribute, never markup. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props | null,
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else setAttribute(element, name, value);
  }
  append(element, children);
  return element;
}

/** Sets an attribute, or takes it away. */
export function setAttribute(
  element: Element,
  name: string,
  value: string | number | boolean | null | undefined,
): void {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (isList(child)) append(parent, child);
    else if (child) parent.append(child);
  }
}

function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child);
}

const svg = 'http://www.w3.org/2000/svg';

/** The icons, as paths on a grid of 16. */
export const icons = {
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  down: 'M8 3v10M4 9l4 4 4-4',
  grip: 'M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01',
  up: 'M8 13V3M4 7l4-4 4 4',
} as const;

/** A decorative icon. */
export function icon(name: keyof typeof icons): SVGSVGElement {
  const element = document.createElementNS(svg, 'svg');
  const path = document.createElementNS(svg, 'path');
  setAttribute(element, 'viewBox', '0 0 16 16');
  setAttribute(element, 'aria-hidden', 'true');
  setAttribute(path, 'd', icons[name]);
  element.append(path);
  return element;
}

/**
 * Makes an element what another is, keeping the nodes that stay: so that bars move rather than jump, and whoever reads
 * is not thrown back to the beginning.
 */
export function morph(now: Element, next: Element): void {
  // What is unfolded stays so.
  for (const { name } of [...now.attributes])
    if (name !== 'open' && !next.hasAttribute(name)) now.removeAttribute(name);
  for (const { name, value } of next.attributes) if (name !== 'style') now.setAttribute(name, value);
  if (now instanceof HTMLElement && next instanceof HTMLElement) now.style.cssText = next.style.cssText;
  const wanted = [...next.childNodes];
  for (const [at, child] of wanted.entries()) {
    const present = now.childNodes[at];
    if (!present) now.append(child);
    else if (present instanceof Element && child instanceof Element && present.tagName === child.tagName) {
      morph(present, child);
    } else if (present.textContent !== child.textContent || present.nodeType !== child.nodeType) {
      present.replaceWith(child);
    }
  }
  while (now.childNodes.length > wanted.length) now.lastChild?.remove();
}
