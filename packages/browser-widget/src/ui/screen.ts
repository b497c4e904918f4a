import type { Words } from '../translate.js';
import { addStyles } from './add-styles.js';
import { append, type Child, h, setAttribute } from './dom.js';
import css from './widget.css';

/** Why nobody is asked. */
export type Closed = 'closed' | 'not_open' | 'full' | 'already_answered' | 'too_late';

/** What an element shows, as its attribute `state` tells. */
export type State =
  | 'loading'
  | 'start'
  | 'open'
  | 'sending'
  | 'waiting'
  | 'limited'
  | 'answered'
  | 'missing'
  | 'failed'
  | Closed;

/** Where an element shows what it has to show. */
export interface Stage {
  readonly host: HTMLElement;
  /**
   * Shows something else; the focus goes along, if it was here, which is returned. The signal says when that, too, is over.
   */
  readonly show: (state: State, draw: (over: AbortSignal) => Child) => boolean;
  /** Tells the state alone. */
  readonly tell: (state: State) => void;
  /** Says something to those who don't see it. */
  readonly say: (text: string) => void;
  readonly speak: (words: Words) => void;
  /** Dispatches an event. Returns whether nobody prevented what follows. */
  readonly emit: (name: 'ready' | 'answer' | 'error', detail: object) => boolean;
}

export function createStage(host: HTMLElement, shadow: ShadowRoot, signal: AbortSignal): Stage {
  const status = h('div', { role: 'status', class: 'unseen' });
  const face = h('div', { class: 'root', tabindex: -1 });
  let over = new AbortController();
  addStyles(shadow, css);
  shadow.replaceChildren(face, status);
  signal.addEventListener('abort', () => over.abort());
  const paint = () => {
    face.style.colorScheme = isDark(host) ? 'dark' : 'light';
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint, { signal });
  const tell = (state: State) => setAttribute(host, 'state', state);
  return {
    host,
    tell,
    show(state, draw) {
      const hadFocus = shadow.activeElement !== null;
      over.abort();
      over = new AbortController();
      paint();
      face.style.minHeight = `${Number(host.getAttribute('reserve'))}px`;
      face.replaceChildren();
      append(face, draw(over.signal));
      tell(state);
      if (hadFocus) face.focus();
      return hadFocus;
    },
    say(text) {
      status.textContent = text;
    },
    speak({ lang }) {
      face.lang = lang;
      // Of the languages there are. What authors and visitors write finds its own direction.
      face.dir = lang.startsWith('ar') ? 'rtl' : 'ltr';
    },
    emit: (name, detail) =>
      host.dispatchEvent(
        new CustomEvent(`askwell:${name}`, { detail, bubbles: true, composed: true, cancelable: true }),
      ),
  };
}

/** A page is dark where its text is light, whether it says so or not. Colours come in bytes, hundredths or parts of 1. */
function isDark(host: HTMLElement): boolean {
  const { color } = getComputedStyle(host);
  const first = Number(/[\d.]+/.exec(color));
  const light = first / (color.startsWith('rgb') ? 255 : first > 1 ? 100 : 1);
  const theme = host.getAttribute('theme');
  return theme ? theme === 'dark' : light > 0.55;
}
