import type { AskKind, PublicHead } from '@askwell/server/contract';
import type { AskContext } from '../kinds/kind.js';
import type { State } from '../ui/display.js';
import { type Child, h } from '../ui/dom.js';

/**
 * Renders the list with the languages of an ask. Not shown if the page has set the language with an attribute, and not after the start of
 * a quiz, which a change of the language would lose.
 */
export function languageList<K extends AskKind>(
  { view, kind, display, t }: AskContext<K>,
  state: State,
  choose: (lang: string) => void,
): Child {
  const { languages, locale } = view;
  const isStarted = state === 'open' && kind.start?.isNeeded(view);
  if (display.host.getAttribute('lang') || !languages?.[1] || isStarted) return null;
  const list = h(
    'select',
    { class: 'input languages', 'aria-label': t('Language'), change: () => choose(list.value) },
    languages.map((value) => h('option', { value, lang: value, selected: value === locale }, nameOf(value))),
  );
  return list;
}

/** Returns the name of a language in the language itself. */
function nameOf(tag: string): string {
  const [lang] = tag.split(/-(?:in)?formal/);
  return new Intl.DisplayNames(lang, { type: 'language' }).of(lang ?? tag) ?? tag;
}

/** Marks the texts that have no translation with the language that they are in. */
export function markLanguage({ shadowRoot }: Element, { untranslated = [], ...view }: PublicHead): void {
  const texts = new Set(untranslated.map((path) => path.split('.').reduce(memberOf, view)));
  if (texts.size)
    for (const element of shadowRoot?.querySelectorAll<HTMLElement>('.text, option') ?? [])
      if (texts.has(element.textContent)) element.lang = view.languages[0] ?? '';
}

/** Returns a member of an object, or the item of a list by its ID. */
function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.find(({ id }) => id === name);
  return new Map<string, unknown>(Object.entries(value ?? {})).get(name);
}
