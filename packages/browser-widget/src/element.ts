import type { AskKind } from '@askwell/server/contract';
import type { Kind } from './kind.js';
import { createStage } from './stage.js';
import { begin as show } from './visit/begin.js';

/** Servers render pages too, and have no elements; there the classes are only names. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

/** What all Askwell's elements are. */
export abstract class AskElement<K extends AskKind> extends Base {
  readonly #kind: Kind<K>;
  #end: AbortController | undefined;
  #isDue = false;

  /** The attributes that say what is shown. */
  static get observedAttributes(): string[] {
    return ['poll-id', 'quiz-id', 'form-id', 'server', 'lang', 'layout', 'collect', 'ticket'];
  }

  constructor(kind: Kind<K>) {
    super();
    this.#kind = kind;
  }

  connectedCallback(): void {
    this.#begin();
  }

  /** An element that is only moved goes on where it was. */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#stop();
    });
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (!this.#end || before === after) return;
    this.#stop();
    this.#begin();
  }

  #stop(): void {
    this.#end?.abort();
    this.#end = undefined;
  }

  /** Several attributes may change at once. What the page's parser has just begun has its children only later. */
  #begin(): void {
    if (this.#isDue || this.#end) return;
    this.#isDue = true;
    const begin = () => {
      this.#isDue = false;
      if (!this.isConnected) return;
      this.#end = new AbortController();
      const { signal } = this.#end;
      const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      show(this.#kind, createStage(this, shadow, signal), signal);
    };
    if (document.readyState === 'loading' && !this.nextSibling) document.addEventListener('DOMContentLoaded', begin);
    else queueMicrotask(begin);
  }
}
