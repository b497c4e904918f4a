import { type Child, h, setAttribute } from './dom.js';
import { sheetOf } from './style.js';
import type { Words } from './words.js';

/** What an element shows, as its attribute `state` tells. */
export type State =
  | 'loading'
  | 'start'
  | 'open'
  | 'sending'
  | 'waiting'
  | 'limited'
  | 'answered'
  | 'already_answered'
  | 'closed'
  | 'not_open'
  | 'full'
  | 'too_late'
  | 'missing'
  | 'failed';

/** Where an element shows what it has to show. */
export interface Stage {
  readonly host: HTMLElement;
  /** Shows something else. The focus goes along, if it was here. */
  readonly show: (state: State, ...children: Child[]) => void;
  /** Tells the state alone. */
  readonly tell: (state: State) => void;
  /** Says something to those who don't see it. */
  readonly say: (text: string) => void;
  readonly speak: (words: Words) => void;
  /** Dispatches an event. Returns whether nobody prevented what follows. */
  readonly emit: (name: 'ready' | 'answer' | 'error', detail: object) => boolean;
}

export function createStage(host: HTMLElement, shadow: ShadowRoot): Stage {
  const status = h('div', { role: 'status', class: 'unseen' });
  const face = h('div', { class: 'face', part: 'root', tabindex: -1 });
  shadow.adoptedStyleSheets = [sheetOf()];
  shadow.replaceChildren(face, status);
  const tell = (state: State) => setAttribute(host, 'state', state);
  return {
    host,
    tell,
    show(state, ...children) {
      const hadFocus = shadow.activeElement !== null;
      const reserved = host.getAttribute('reserve');
      face.style.minBlockSize = reserved ? `${reserved}px` : '';
      setAttribute(host, 'data-ink', inkOf(host));
      face.replaceChildren(h('div', { class: 'inner' }, children));
      tell(state);
      if (hadFocus) face.focus();
    },
    say(text) {
      status.textContent = text;
    },
    speak({ lang, dir }) {
      for (const part of [face, status]) Object.assign(part, { lang, dir });
    },
    emit: (name, detail) =>
      host.dispatchEvent(
        new CustomEvent(`askwell:${name}`, { detail, bubbles: true, composed: true, cancelable: true }),
      ),
  };
}

/**
 * Pages that are dark without saying so have light text. What the browser draws itself, such as lists to choose from, has
 * to follow, or it can't be read.
 */
function inkOf(host: HTMLElement): 'light' | null {
  const [, ...parts] = /^rgba?\((\d+), (\d+), (\d+)/.exec(getComputedStyle(host).color) ?? [];
  return parts.length > 0 && parts.every((part) => Number(part) > 140) ? 'light' : null;
}
