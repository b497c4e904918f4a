import { Idiomorph } from 'idiomorph';
import type { Html, HtmlBlock } from '../../../base/html.js';
import { editorFormId } from '../../editor/publish-actions.js';
import { type EditorRoot, rootOf } from './editor-host.js';

/** The parts of Trusted Types that are used. The policy returns an object that browsers accept as trusted HTML. */
interface TrustedTypes {
  createPolicy<Rules extends object>(name: string, rules: Rules): Rules;
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes;
  }
}

/** Returns a function that makes nodes of escaped markup. */
function createParser(): (view: Pick<Html, 'markup'>) => DocumentFragment {
  let accepted = '';
  const rules = {
    createHTML(text: string): string {
      if (text !== accepted) throw new TypeError('Only markup of the editor is accepted.');
      return text;
    },
  };
  const policy = window.trustedTypes?.createPolicy('askwell-editor', rules) ?? rules;
  return (view) => {
    const { markup } = view;
    accepted = markup;
    const template = document.createElement('template');
    template.innerHTML = policy.createHTML(markup);
    accepted = '';
    return template.content;
  };
}

/** Returns the nodes of markup. */
export const parse = createParser();

/**
 * Returns the nodes of markup that the server has rendered.
 *
 * @throws TypeError if the markup can run scripts. Markup of Askwell never does.
 */
export function parseReceived(markup: string): DocumentFragment {
  const nodes = parse({ markup });
  for (const element of nodes.querySelectorAll('*')) {
    const isActive =
      element.matches('script, iframe, object, embed, base, link, meta, form, template') ||
      element.getAttributeNames().some((name) => name.startsWith('on')) ||
      /^\s*(javascript|data):/i.test(element.getAttribute('href') ?? '');
    if (isActive) throw new TypeError('The server sent markup that can run scripts.');
  }
  return nodes;
}

/** Parts that scripts or the reader change. They stay as they are. */
const kept = '[data-canvas], [data-preview-tools], [data-preview-scale]';

/** What the elements of blocks show. */
interface ShownBlock {
  readonly values: object;
  /** The markup, with empty elements in place of inner blocks. */
  readonly markup: string;
}

const shown = new WeakMap<Element, ShownBlock>();

/** Finds fields. What is typed into them is not in their markup. */
const fields = /<(?:input (?!type="hidden")|select|textarea)/;

/**
 * Replaces the content of an element with a view. Elements and the focus stay. What has the same values or the same markup as before is
 * not compared with the page.
 *
 * @param keepsTyping whether the field with the focus keeps its text
 */
export function morph(element: Element, view: Html, keepsTyping = true): void {
  const root = rootOf(element);
  const focused = root.activeElement;
  morphPart(root, 'innerHTML', element, { values: view, content: view }, keepsTyping);
  if (focused && root.activeElement !== focused && !focused.isConnected) sameIn(element, focused)?.focus();
}

/** A view of an element, with what it depends on. */
interface Part {
  readonly values: object;
  readonly content: Html;
}

function morphPart(
  root: EditorRoot,
  style: 'innerHTML' | 'outerHTML',
  element: Element,
  { values, content }: Part,
  keepsTyping: boolean,
): void {
  const { frame, blocks } = content.divide();
  const { markup } = frame;
  const hasFields = fields.test(markup);
  if (hasFields || shown.get(element)?.markup !== markup) {
    const next = parse(frame);
    const before = style === 'innerHTML' ? [...element.childNodes] : [element];
    if (hasFields || !changeTexts(before, [...next.childNodes])) morphElement(root, style, element, next, keepsTyping);
  }
  shown.set(element, { values, markup });
  for (const block of blocks) {
    const inner = root.getElementById(block.id);
    if (inner && !isSame(shown.get(inner)?.values, block.values))
      morphPart(root, 'outerHTML', inner, { values: block.values, content: block.render() }, keepsTyping);
  }
}

/** Notes which blocks the page shows. The server has rendered them. */
export function adoptBlocks(root: EditorRoot, view: Html): void {
  adopt(root, view.divide().blocks);
}

function adopt(root: EditorRoot, blocks: readonly HtmlBlock[]): void {
  for (const { id, values, render } of blocks) {
    const element = root.getElementById(id);
    const { frame, blocks: inner } = render().divide();
    if (element) shown.set(element, { values, markup: frame.markup });
    adopt(root, inner);
  }
}

/** Returns whether blocks depend on the same values. */
function isSame(one: object | undefined, other: object): boolean {
  if (!one) return false;
  const members = Object.entries(other);
  return (
    members.length === Object.keys(one).length && members.every(([name, value]) => Reflect.get(one, name) === value)
  );
}

/**
 * Changes the texts and attributes of nodes without fields. Returns false, and changes nothing, if other nodes are needed. Idiomorph
 * adds an element to the document while it works, after which browsers compute the styles of the page again.
 */
function changeTexts(before: readonly Node[], next: readonly Node[]): boolean {
  const changes: (() => void)[] = [];
  const areAlike = (nodes: readonly Node[], others: readonly Node[]): boolean =>
    nodes.length === others.length && others.every((other, at) => isAlike(nodes[at], other));
  function isAlike(node: Node | undefined, other: Node): boolean {
    if (node?.nodeName !== other.nodeName || isPlaceholder(other)) return false;
    if (node instanceof Element && other instanceof Element) {
      if (node.matches(kept)) return false;
      changes.push(() => copyAttributes(node, other));
      return node.id === other.id && areAlike([...node.childNodes], [...other.childNodes]);
    }
    if (node.nodeValue !== other.nodeValue)
      changes.push(() => {
        node.nodeValue = other.nodeValue;
      });
    return true;
  }
  const isDone = areAlike(before, next);
  if (isDone) for (const change of changes) change();
  return isDone;
}

function copyAttributes(element: Element, other: Element): void {
  for (const name of new Set([...element.getAttributeNames(), ...other.getAttributeNames()])) {
    const value = other.getAttribute(name);
    if (value === element.getAttribute(name) || isOwnAttribute(name, element)) continue;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

/** Returns whether an attribute does not depend on the view. Readers open disclosures. Elements on pages of a host name their parts. */
function isOwnAttribute(name: string, node: Element): boolean {
  return name === 'part' || (name === 'open' && node instanceof HTMLDetailsElement);
}

function morphElement(
  root: EditorRoot,
  morphStyle: 'innerHTML' | 'outerHTML',
  element: Element,
  next: DocumentFragment,
  keepsTyping: boolean,
): void {
  const focused = root.activeElement;
  // Idiomorph knows the focus of the document only, which is outside a shadow root.
  const isTyped = (node: Node) => keepsTyping && root !== document && node === focused && isTextField(focused);
  Idiomorph.morph(element, [...next.childNodes], {
    morphStyle,
    ignoreActiveValue: keepsTyping && isTextField(focused),
    callbacks: {
      beforeNodeMorphed: (old, node) =>
        !(old instanceof Element && (old.matches(kept) || isOfOtherForm(old) || (isArea(old) && isTyped(old)))) &&
        !isPlaceholder(node),
      beforeAttributeUpdated: (name, node) => !isOwnAttribute(name, node) && !(name === 'value' && isTyped(node)),
    },
  });
}

function isPlaceholder(node: Node): boolean {
  return node instanceof HTMLElement && node.dataset['block'] !== undefined;
}

/** Returns whether a field chooses how the page is shown, and does not belong to the definition. */
function isOfOtherForm(element: Element): boolean {
  return element instanceof HTMLInputElement && element.form !== null && element.form.id !== editorFormId;
}

const isArea = (element: Element) => element instanceof HTMLTextAreaElement;

export function isTextField(element: Element | null): boolean {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(element.type))
  );
}

/** Returns the element that means the same as one that is gone: a field with its name, or a button with its text. */
function sameIn(root: Element, element: Element): HTMLElement | undefined {
  const describe = (candidate: Element) => candidate.getAttribute('name') + (candidate.textContent ?? '');
  return [...root.querySelectorAll<HTMLElement>(element.localName)].find(
    (candidate) => describe(candidate) === describe(element),
  );
}
