import { type Html, html } from '../../../base/html.js';
import type { AskKind } from '../../../shared/contract/ask-types.js';
import { icons } from '../../../web/ui/icons.js';
import { morph } from '../editor/morph.js';
import { SignedOut } from '../editor/saving/saved-reply.js';
import { nameParts } from './name-parts.js';
import { ownServer } from './own-server.js';
import { describeProblem, type OwnerConnection } from './owner-api.js';
import { addStyles } from './styles.js';

/** The detail of all events. */
export interface OwnerEventDetail {
  readonly id: string;
  readonly kind: AskKind | null;
}

/** An element for the owner of asks, on a page of a host. */
export abstract class OwnerElement extends HTMLElement {
  protected readonly shadow = this.attachShadow({ mode: 'open', delegatesFocus: true });
  protected readonly content = document.createElement('div');
  /** Ends what is shown. Undefined: nothing is shown. */
  protected shown: AbortController | undefined;
  #token: string | null = null;
  /** Whether the page was asked for another token. */
  #isTokenRequested = false;

  static get observedAttributes(): string[] {
    return ['ask-id', 'server', 'token'];
  }

  constructor() {
    super();
    addStyles(this.shadow);
    this.content.className = 'element';
    nameParts(this.shadow);
    this.shadow.append(this.content);
  }

  /** The short-lived token of the person who edits. What is not saved yet is saved with the next token. */
  get token(): string | null {
    return this.#token ?? this.getAttribute('token');
  }

  set token(token: string | null) {
    this.#token = token;
    this.#isTokenRequested = false;
    if (this.isConnected) this.retry();
  }

  protected get connection(): OwnerConnection {
    const { href } = new URL(this.getAttribute('server') ?? ownServer, document.baseURI);
    return { server: href.replace(/\/$/, ''), token: this.token };
  }

  /** Waits for a microtask: several attributes may change at once, and a moved element must not load again. */
  async connectedCallback(): Promise<void> {
    await undefined;
    if (!this.isConnected) this.stop();
    else if (!this.shown) this.start();
  }

  disconnectedCallback(): void {
    this.connectedCallback();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.shown) return;
    if (name === 'token') this.token = after;
    else this.start();
  }

  protected stop(): void {
    this.shown?.abort();
    this.shown = undefined;
  }

  /** Loads and shows the content. */
  protected start(): void {
    this.stop();
    const shown = new AbortController();
    this.shown = shown;
    this.load(shown.signal).catch((error: unknown) => {
      if (!shown.signal.aborted) this.showProblem(error);
    });
  }

  protected abstract load(signal: AbortSignal): Promise<void>;

  /** Continues with another token. */
  protected retry(): void {
    this.start();
  }

  protected show(view: Html): void {
    morph(this.content, view);
  }

  /** Shows why nothing else can be shown, and offers to try again. */
  protected showProblem(error: unknown): void {
    this.requestToken(error);
    this.show(
      html`<div class="problem" role="alert">${icons.alert}<div><p class="problem-title">${describeProblem(error, this.connection)}</p><p><button type="button" class="button small" data-again>Try again</button></p></div></div>`,
    );
    this.content.querySelector('[data-again]')?.addEventListener('click', () => this.start());
  }

  /** Asks the page for another token, once until it sets one. */
  protected requestToken(error: unknown): void {
    if (!(error instanceof SignedOut) || this.#isTokenRequested) return;
    this.#isTokenRequested = true;
    this.emit('token', { id: this.getAttribute('ask-id') ?? '', kind: null });
  }

  protected emit(name: string, detail: OwnerEventDetail): void {
    this.dispatchEvent(new CustomEvent(`askwell:${name}`, { detail, bubbles: true, composed: true }));
  }
}
