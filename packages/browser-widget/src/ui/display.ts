import type { Design } from '@askwell/server/contract';
import { designValues } from '../../../server-lib/src/shared/presentation/design-values.js';
import type { Translator } from '../translate.js';
import { addStyles } from './add-styles.js';
import { append, type Child, h, setAttribute } from './dom.js';
import css from './widget.css';

/** Why the ask takes no answer from this visitor. */
export type ClosedState = 'closed' | 'not_open' | 'full' | 'already_answered' | 'too_late';

/** The state of an element, which is the value of the attribute `state`. */
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
  | 'sign_in_required'
  | ClosedState;

/** Renders the states of an element into its shadow root. */
export interface Display {
  readonly host: HTMLElement;
  /**
   * Replaces the content, and keeps the focus in the element if it was there. The signal is aborted by the next call.
   *
   * @returns Whether the focus was in the element.
   */
  readonly show: (state: State, draw: (over: AbortSignal) => Child) => boolean;
  /** Sets the attribute `state` only. */
  readonly setState: (state: State) => void;
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void;
  /**
   * Sets the language of the content. Texts of the author have the language of the ask, even if the widget has no texts in that language.
   */
  readonly setLanguage: (words: Translator, locale?: string | null) => void;
  readonly setDesign: (design: Partial<Design>) => void;
  /** Adds a style sheet once. */
  readonly addStyles: (css: string) => void;
  /** Dispatches an event. Returns false if its default action was prevented. */
  readonly emit: (name: 'ready' | 'answer' | 'error', detail: object) => boolean;
}

export function createDisplay(host: HTMLElement, shadow: ShadowRoot, signal: AbortSignal): Display {
  const status = h('div', { role: 'status', class: 'unseen' });
  const root = h('div', { class: 'root', tabindex: -1 });
  let shown = new AbortController();
  addStyles(shadow, css);
  shadow.replaceChildren(root, status);
  signal.addEventListener('abort', () => shown.abort());
  const setColorScheme = () => {
    root.style.colorScheme = colorSchemeOf(host);
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', setColorScheme, { signal });
  const setState = (state: State) => setAttribute(host, 'state', state);
  return {
    host,
    setState,
    show(state, draw) {
      const hadFocus = shadow.activeElement !== null;
      shown.abort();
      shown = new AbortController();
      setColorScheme();
      root.style.minHeight = `${Number(host.getAttribute('reserve'))}px`;
      root.replaceChildren();
      append(root, draw(shown.signal));
      setState(state);
      if (hadFocus) root.focus();
      return hadFocus;
    },
    announce(text) {
      status.textContent = text;
    },
    setLanguage({ lang, file }, locale) {
      root.lang = (file === 'en' && locale) || lang;
      // The only right-to-left language with texts. Texts of authors and visitors have `unicode-bidi: plaintext`.
      root.dir = lang.startsWith('ar') ? 'rtl' : 'ltr';
    },
    setDesign(design) {
      for (const [name, value] of Object.entries(designValues(design))) {
        root.style.setProperty(`--design-${name}`, value);
      }
    },
    addStyles: (sheet) => addStyles(shadow, sheet),
    emit: (name, detail) =>
      host.dispatchEvent(
        new CustomEvent(`askwell:${name}`, { detail, bubbles: true, composed: true, cancelable: true }),
      ),
  };
}

/** Returns the attribute `theme`, or dark if the text of the page is light. Browsers write colors from 0 to 255, 100 or 1. */
function colorSchemeOf(host: HTMLElement): string {
  const { color } = getComputedStyle(host);
  const first = Number(/[\d.]+/.exec(color));
  const light = first / (color[0] === 'r' ? 255 : first > 1 ? 100 : 1);
  return host.getAttribute('theme') || (light > 0.55 ? 'dark' : 'light');
}
