import { type Html, html } from '../../../base/html.js';
import { isJsonObject, type JsonObject } from '../../../base/validation/json-value.js';
import { type AllowedParts, canDelete, canPublish, canReadResults } from '../../editor/allowed-parts.js';
import type { EditorTab } from '../../editor/edited-part.js';
import type { EditorData } from '../../editor/editor-view.js';
import { publishActions } from '../../editor/publish-actions.js';
import { askPath } from '../../home/ask-path.js';
import { emptyForm } from '../../submitted-form.js';
import { createEditor } from '../editor/editor.js';
import type { EditorHost } from '../editor/editor-host.js';
import { enableOptionFields } from '../editor/option-fields.js';
import { followEdited } from '../editor/preview-edited.js';
import { saveProblem } from '../editor/save-problem.js';
import { Refused, SignedOut, sendDraft } from '../editor/saving/saved-reply.js';
import { loadWidget } from './own-server.js';
import { callOwner, headersOf } from './owner-api.js';
import { OwnerElement } from './owner-element.js';
import { showResults } from './show-results.js';

const tabs: readonly { readonly tab: EditorTab; readonly label: string; readonly only?: 'form' }[] = [
  { tab: 'edit', label: 'Edit' },
  { tab: 'logic', label: 'Logic', only: 'form' },
  { tab: 'settings', label: 'Settings' },
];

/** The actions on the whole ask, and the events after them. */
const eventOf = { close: 'closed', reopen: 'published', delete: 'deleted' } as const;
type AskAction = keyof typeof eventOf;
const askActions: readonly AskAction[] = ['close', 'reopen', 'delete'];

/** Edits a poll, quiz or form: `<askwell-editor ask-id="form_…">`. */
export class AskwellEditor extends OwnerElement {
  #editor: ReturnType<typeof createEditor> | undefined;
  /** Ends the results, while they are shown instead of the definition. */
  #results: AbortController | undefined;

  protected override stop(): void {
    super.stop();
    this.#results?.abort();
    this.#results = undefined;
    this.#editor = undefined;
  }

  /** Saves with the new token what is not saved yet. */
  protected override retry(): void {
    if (this.#editor) this.#editor.save();
    else this.start();
  }

  protected async load(signal: AbortSignal): Promise<void> {
    const { connection } = this;
    const id = this.getAttribute('ask-id') ?? '';
    const reply = await callOwner(connection, `asks/${encodeURIComponent(id)}/editor`);
    if (signal.aborted) return;
    if (!isEditorReply(reply)) throw new Refused(200, [], 'The server did not return a definition.');
    const data: EditorData = {
      ...reply,
      base: connection.server,
      tab: 'edit',
      item: undefined,
      query: emptyForm,
    };
    loadWidget(connection.server);
    const start = new URL(askPath(connection.server, id, 'edit'));
    this.show(frame(data, tabOf(start, data), publishActions(data.ask, data.copy, undefined, data.allowed)));
    const host = this.#host(data, start, signal);
    this.#editor = createEditor(data, host);
    this.#offerActions(data, signal);
    this.#offerResults(data, signal);
    enableOptionFields(host);
    followEdited(host);
    this.#followFragments(signal);
  }

  /** The editor in a shadow root. Its address is inside the element. */
  #host(data: EditorData, start: URL, signal: AbortSignal): EditorHost {
    const { ask } = data;
    const path = `asks/${encodeURIComponent(ask.id)}`;
    const detail = { id: ask.id, kind: ask.kind };
    let address = start;
    return {
      root: this.shadow,
      body: this.content,
      signal,
      address: () => new URL(address),
      setAddress: (url) => {
        address = url;
        this.#closeResults();
        const current = tabOf(url, data);
        this.#markTab((link) => tabOf(new URL(link.href), data) === current);
      },
      tabOf: (url) => tabOf(url, data),
      // The design, the code and the answers are in the dashboard, which this person may not have.
      leaveTo: () => {},
      reload: () => this.start(),
      save: async (revision, definition) => {
        const { connection } = this;
        const url = `${connection.server}/embed/owner/${path}/working-copy`;
        const reply = await sendDraft(url, revision, definition, headersOf(connection));
        if (reply.isSaved) this.emit('saved', detail);
        return reply;
      },
      finish: async (action, revision) => {
        const isDone = await callOwner(this.connection, `${path}/${action}`, { revision }).then(() => true, isCurrent);
        if (isDone && action === 'publish') this.emit('published', detail);
        this.start();
      },
      describeFailure: (error) => {
        this.requestToken(error);
        return error instanceof SignedOut
          ? 'Not saved yet: your access has expired. What you entered stays here and is saved when your access is renewed.'
          : saveProblem(error, data.base);
      },
    };
  }

  /** Closes, reopens or deletes the ask. */
  #offerActions({ ask: { id, kind } }: EditorData, signal: AbortSignal): void {
    const act = async (action: AskAction): Promise<void> => {
      await callOwner(this.connection, `asks/${encodeURIComponent(id)}/${action}`, {});
      if (signal.aborted) return;
      if (action === 'delete') {
        this.stop();
        this.show(html`<p role="status">The ${kind} is deleted.</p>`);
      } else this.start();
      this.emit(eventOf[action], { id, kind });
    };
    const onClick = (event: Event): void => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-ask-action]') : null;
      const action = askActions.find((name) => name === button?.dataset['askAction']);
      if (action) act(action).catch((error: unknown) => this.showProblem(error));
    };
    this.shadow.addEventListener('click', onClick, { signal });
  }

  /** Shows the results when their tab is chosen, until another tab is. */
  #offerResults({ ask: { id } }: EditorData, signal: AbortSignal): void {
    const onClick = (event: Event): void => {
      const tab = event.target instanceof Element ? event.target.closest('[data-results-tab]') : null;
      const [editor, results] = this.#views();
      if (!tab || !editor || !results) return;
      event.preventDefault();
      event.stopPropagation();
      this.#closeResults();
      const shown = new AbortController();
      this.#results = shown;
      editor.hidden = true;
      results.hidden = false;
      this.#markTab((link) => link === tab);
      const onFailure = (error: unknown): void => {
        if (!shown.signal.aborted) this.showProblem(error);
      };
      showResults(results, this.connection, id, { signal: shown.signal, onFailure }).catch(onFailure);
    };
    this.shadow.addEventListener('click', onClick, { signal, capture: true });
  }

  #closeResults(): void {
    this.#results?.abort();
    this.#results = undefined;
    const [editor, results] = this.#views();
    if (editor) editor.hidden = false;
    if (results) results.hidden = true;
  }

  /** The definition and the results, of which one is shown. */
  #views(): readonly (HTMLElement | null)[] {
    return ['[data-editor-view]', '[data-results-view]'].map((view) => this.content.querySelector<HTMLElement>(view));
  }

  #markTab(isCurrent: (link: HTMLAnchorElement) => boolean): void {
    for (const link of this.content.querySelectorAll<HTMLAnchorElement>('.tabs a')) {
      if (isCurrent(link)) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }

  /** Links inside a shadow root do not find its elements. */
  #followFragments(signal: AbortSignal): void {
    const follow = (event: Event): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
      if (!link) return;
      event.preventDefault();
      const part = this.shadow.getElementById(link.getAttribute('href')?.slice(1) ?? '');
      part?.scrollIntoView({ block: 'start' });
      part?.focus({ preventScroll: true });
    };
    this.shadow.addEventListener('click', follow, { signal });
  }
}

/** Returns false if another person has saved in the meantime. A publication without a response is not repeated by itself. */
function isCurrent(error: unknown): false {
  if (error instanceof Refused && error.status === 412) return false;
  if (error instanceof Refused || error instanceof SignedOut) throw error;
  throw new Refused(0, [], 'the server cannot be reached. Try again.');
}

function tabOf({ origin, pathname }: URL, { base, ask }: EditorData): EditorTab | undefined {
  return tabs.find(({ tab }) => askPath(base, ask.id, tab) === origin + pathname)?.tab;
}

function actionsOf({ ask: { kind, shown }, allowed }: EditorData): Html {
  const button = (action: AskAction, label: string) =>
    html`<button type="button" class="button" data-ask-action="${action}">${label}</button>`;
  return html`${canPublish(allowed) && shown.status === 'open' && button('close', `Close ${kind}`)}${
    canPublish(allowed) && shown.status === 'closed' && button('reopen', `Reopen ${kind}`)
  }${
    canDelete(allowed) &&
    html`<details class="confirm"><summary class="button bad">Delete …</summary><div class="confirm-panel"><p>This deletes the ${kind} with all of its answers. You cannot undo it.</p><button type="button" class="button danger" data-ask-action="delete">Delete this ${kind}</button></div></details>`
  }`;
}

function frame(data: EditorData, current: EditorTab | undefined, actions: Html): Html {
  const { base, ask } = data;
  const links = tabs
    .filter(({ only }) => only === undefined || only === ask.kind)
    .map(
      ({ tab, label }) =>
        html`<li><a href="${askPath(base, ask.id, tab)}"${tab === current && html` aria-current="page"`}>${label}</a></li>`,
    );
  return html`<div class="element-head"><nav class="tabs" aria-label="Editor"><ul>${links}${canReadResults(data.allowed) && html`<li><a href="${askPath(base, ask.id, 'results')}" data-results-tab>Results</a></li>`}</ul></nav><div class="actions"><div>${actions}</div>${actionsOf(data)}</div></div><div class="editor-view" data-editor-view></div><div data-results-view hidden></div>`;
}

type EditorReply = Omit<EditorData, 'tab' | 'item' | 'query' | 'base'> & { readonly allowed?: AllowedParts };

function isEditorReply(reply: object): reply is EditorReply {
  const isObject = (name: string): boolean => {
    const member: JsonObject[string] | undefined = Reflect.get(reply, name);
    return isJsonObject(member);
  };
  return ['ask', 'copy', 'review'].every(isObject);
}
