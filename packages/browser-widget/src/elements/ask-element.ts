import type { AskKind } from '@askwell/server/contract';
import { reloadingAttributes } from '../attributes.js';
import { loadAsk } from '../flow/load-ask.js';
import type { KindNames, LoadKind } from '../kinds/kind.js';
import { createDisplay } from '../ui/display.js';

/** During server-side rendering there is no `HTMLElement`, and the classes are only imported. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

/** The base class of all Askwell elements. */
export abstract class AskElement<K extends AskKind> extends Base {
  readonly #names: KindNames<K>;
  readonly #loadKind: LoadKind<K>;
  #end: AbortController | undefined;

  /** The attributes whose change loads the ask again. */
  static get observedAttributes(): string[] {
    return ['poll-id', 'quiz-id', 'form-id', 'server', ...reloadingAttributes];
  }

  /**
   * Not in the emitted declarations: the parameter type refers to a JSON module, which a declaration file cannot inline.
   *
   * @internal
   */
  constructor(names: KindNames<K>, loadKind: LoadKind<K>) {
    super();
    this.#names = names;
    this.#loadKind = loadKind;
  }

  /** Waits for a microtask: several attributes may change at once, and a moved element must not load again. */
  async connectedCallback(): Promise<void> {
    await undefined;
    if (!this.isConnected) this.#stop();
    else if (!this.#end) this.#begin();
  }

  disconnectedCallback(): void {
    this.connectedCallback();
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (!this.#end || before === after) return;
    this.#stop();
    this.connectedCallback();
  }

  #stop(): void {
    this.#end?.abort();
    this.#end = undefined;
  }

  /** While the page is being parsed, the children of the element may not exist yet. */
  #begin(): void {
    if (document.readyState === 'loading' && !this.nextSibling) {
      document.addEventListener('DOMContentLoaded', () => this.connectedCallback(), { once: true });
      return;
    }
    this.#end = new AbortController();
    const { signal } = this.#end;
    const display = createDisplay(this, this.shadowRoot ?? this.attachShadow({ mode: 'open' }), signal);
    loadAsk(this.#names, this.#loadKind, display, signal);
  }
}
