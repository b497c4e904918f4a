import type { AskKind } from '@askwell/server/contract';
import { begin as show } from '../flow/load-ask.js';
import { createStage } from '../ui/screen.js';
import type { Kind } from './kind.js';

/** Servers render pages too, and have no elements; there the classes are only names. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

/** What all Askwell's elements are. */
export abstract class AskElement<K extends AskKind> extends Base {
  readonly #kind: Kind<K>;
  #end: AbortController | undefined;

  /** The attributes that say what is shown. */
  static get observedAttributes(): string[] {
    return ['poll-id', 'quiz-id', 'form-id', 'server', 'lang', 'layout', 'collect', 'ticket', 'voter', 'answer'];
  }

  /**
   * Left out of the emitted declarations: the parameter type refers to a JSON module, which a declaration file cannot inline.
   *
   * @internal
   */
  constructor(kind: Kind<K>) {
    super();
    this.#kind = kind;
  }

  /** Soon: several attributes may change at once, and an element that is only moved goes on where it was. */
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

  /** What the page's parser has just begun has its children only later. */
  #begin(): void {
    if (document.readyState === 'loading' && !this.nextSibling) {
      document.addEventListener('DOMContentLoaded', () => this.connectedCallback(), { once: true });
      return;
    }
    this.#end = new AbortController();
    const { signal } = this.#end;
    show(this.#kind, createStage(this, this.shadowRoot ?? this.attachShadow({ mode: 'open' }), signal), signal);
  }
}
