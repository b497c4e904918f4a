import type { HtmlPart } from '../../../base/html.js';
import type { JsonObject } from '../../../base/validation/json-value.js';
import type { EditorTab } from '../../editor/edited-part.js';
import type { SaveReply } from './saving/saved-reply.js';

/** The tree that contains the editor. Its elements are found, and its focus is known, only from here. */
export type EditorRoot = Document | ShadowRoot;

/** Where the editor runs: on a page of the dashboard, or in an element on a page of a host. */
export interface EditorHost {
  readonly root: EditorRoot;
  /** Gets dialogs and announcements, which stay when the editor renders. */
  readonly body: Element;
  /** Ends the editor. */
  readonly signal: AbortSignal;
  /** Returns the address of the part that is shown, as links name it. */
  readonly address: () => URL;
  readonly setAddress: (url: URL) => void;
  /** Returns the tab of an address that the editor can show without loading it. */
  readonly tabOf: (url: URL) => EditorTab | undefined;
  /** Goes to an address that the editor does not show. */
  readonly leaveTo: (url: URL) => void;
  readonly reload: () => void;
  readonly save: (revision: string, definition: JsonObject) => Promise<SaveReply>;
  /** Publishes or discards the saved changes. Undefined: the form does it, and the response is the next page. */
  readonly finish?: (action: string, revision: string) => Promise<void>;
  /** Returns why changes are not saved, for the owner. */
  readonly describeFailure: (error: unknown) => HtmlPart;
}

/** Listens to an event of any element of a tree. The event maps of documents and shadow roots differ in their types only. */
export function listenIn<Name extends keyof DocumentEventMap>(
  root: EditorRoot,
  name: Name,
  hear: (event: DocumentEventMap[Name]) => void,
  signal: AbortSignal,
  capture = false,
): void {
  const target: Pick<Document, 'addEventListener'> = root;
  target.addEventListener(name, hear, { signal, capture });
}

/** Returns the tree that an element is in. */
export function rootOf(element: Element): EditorRoot {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root : document;
}
