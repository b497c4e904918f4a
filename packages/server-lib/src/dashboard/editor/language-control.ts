import { type Html, html } from '../../base/html.js';
import { type LanguageVariant, languages } from '../../shared/messages/languages.js';
import { labelledControl } from './control-html.js';
import type { EditorContext } from './editor-context.js';
import { helpOf, memberLabel } from './member-texts.js';

/** Languages of a region or script. Their texts are the texts of the language, with the dates and numbers of the region. */
const regional = ['en-GB', 'es-MX', 'fr-CA', 'pt-BR', 'zh-Hant'];

/** Languages without translated texts. Dates and numbers use the language. Buttons and messages are in English. */
const others = 'bg bn ca et fa hi hr id lt lv ms sk sl sr sw th ur vi';

const english = new Intl.DisplayNames('en', { type: 'language' });

/** The names of the variants. They say in the language itself how it addresses visitors. */
const variants: Readonly<Record<LanguageVariant, string>> = {
  'de-formal': 'Deutsch, mit Sie (German, formal)',
  'es-formal': 'español, de usted (Spanish, formal)',
  'fr-informal': 'français, avec tu (French, informal)',
  'nl-formal': 'Nederlands, met u (Dutch, formal)',
  'pt-formal': 'português, sem você (Portuguese, formal)',
};

function isVariant(tag: string): tag is LanguageVariant {
  return Object.hasOwn(variants, tag);
}

/** Returns the name of a language in the language itself and in English. An unknown language keeps its code. */
export function bilingualName(tag: string): string {
  if (isVariant(tag)) return variants[tag];
  try {
    const own = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
    const name = english.of(tag) ?? tag;
    return own === name ? name : `${own} (${name})`;
  } catch {
    return tag;
  }
}

interface Choice {
  readonly value: string;
  readonly text: string;
}

const toChoices = (tags: readonly string[]): Choice[] =>
  tags
    .map((value) => ({ value, text: bilingualName(value) }))
    .toSorted((a, b) => english.of(a.value)?.localeCompare(english.of(b.value) ?? '') ?? 0);

/** The names of languages take milliseconds to load, so they load when the first settings are shown. */
let cache: { readonly supported: readonly Choice[]; readonly unsupported: readonly Choice[] } | undefined;

function choices() {
  cache ??= { supported: toChoices([...languages, ...regional]), unsupported: toChoices(others.split(' ')) };
  return cache;
}

/** A choice of languages by their names. A language that the list does not have stays. */
export function languageControl(context: EditorContext, path: string, value: string): Html {
  return labelledControl(context, {
    path,
    label: memberLabel(path),
    help: helpOf(path),
    control: (attributes) =>
      html`<select ${attributes}>${languageOptions(value, 'The language of the surrounding page, or English')}</select>`,
  });
}

/**
 * Returns the options of a choice of languages.
 *
 * @param none The text of the empty option.
 * @param taken The languages that cannot be chosen.
 */
export function languageOptions(value: string, none: string, taken: readonly string[] = []): Html {
  const { supported, unsupported } = choices();
  const isKnown = value === '' || [...supported, ...unsupported].some((choice) => choice.value === value);
  const option = (choice: Choice) =>
    taken.includes(choice.value)
      ? null
      : html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.text}</option>`;
  return html`${option({ value: '', text: none })}${
    !isKnown && option({ value, text: bilingualName(value) })
  }<optgroup label="Buttons and messages are translated">${supported.map(option)}</optgroup><optgroup label="Buttons and messages are in English">${unsupported.map(option)}</optgroup>`;
}
