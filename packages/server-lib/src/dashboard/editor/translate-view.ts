import { type Html, html } from '../../base/html.js';
import { findTexts, type TextPlace, textAt } from '../../shared/translations/text-shape.js';
import { icons } from '../../web/ui/icons.js';
import { count } from '../components.js';
import { askPath } from '../home/ask-path.js';
import { actionButton } from './control-html.js';
import type { EditedAsk, EditedCopy, RefusedChange, ReviewedDraft } from './edited-ask.js';
import { elementId, messagesAt } from './editor-context.js';
import { bilingualName, languageOptions } from './language-control.js';
import { memberLabel } from './member-texts.js';
import {
  firstLanguageField,
  languagesOf,
  mostShownTexts,
  newLanguageField,
  translationField,
} from './read-translation.js';
import { textOf } from './render-member.js';
import { textShapes } from './text-shapes.js';

/** The data of the page with the translations of a definition. */
export interface TranslateView {
  readonly base: string;
  readonly ask: EditedAsk;
  /** The language that is edited. */
  readonly item: string | undefined;
  readonly copy: EditedCopy;
  readonly review: ReviewedDraft;
  /** Whether the app translates texts. */
  readonly canTranslate?: boolean;
}

/** The languages with their progress, and the texts of one of them beside the texts of the definition. */
export function translateView(view: TranslateView, form: (content: Html) => Html): Html {
  const { ask, item, copy } = view;
  const languages = languagesOf(copy.draft);
  const texts = findTexts(textShapes[ask.kind], copy.draft);
  const [first = ''] = languages;
  return html`<div class="translate" id="translate">${form(
    html`<div><h2>Languages</h2><p class="lead">${languages.length > 1 ? html`The texts are in ${bilingualName(first)}.` : intro}</p></div>${languages.length > 1 && languageTable(view, languages, texts)}${addLanguage(copy, languages)}${
      item !== undefined && translation(view, first, item, texts)
    }<div class="actions editor-save"><button class="button" name="do" value="save">Save</button></div>`,
  )}${item !== undefined && files(view, item)}</div>`;
}

const intro = 'Add a language to translate the texts. Each visitor sees the language that their browser prefers.';

function languageTable(view: TranslateView, [, ...others]: readonly string[], texts: readonly TextPlace[]): Html {
  const path = askPath(view.base, view.ask.id, 'translate');
  const rows = others.map((language, at) => {
    const { translated, outdated } = progressOf(view, language, texts);
    const name = bilingualName(language);
    const isOpen = language === view.item;
    const state =
      translated < texts.length
        ? `${count(texts.length - translated, 'text', 'texts')} missing`
        : outdated > 0
          ? ''
          : 'Complete';
    return html`<li class="language" id="language-${language}"><a href="${path}?item=${encodeURIComponent(language)}"${isOpen && html` aria-current="true"`}>${name}</a>
<progress value="${translated}" max="${texts.length}" aria-label="Translated texts, ${name}"></progress><span class="muted">${translated} of ${texts.length}${state !== '' && `, ${state}`}${outdated > 0 && `, ${outdated} to check`}</span>${actionButton(`remove:languages.${at + 1}`, icons.trash, 'Remove', html`${name}`)}</li>`;
  });
  return html`<ul class="languages">${rows}</ul>`;
}

function progressOf({ copy, review }: TranslateView, language: string, texts: readonly TextPlace[]) {
  const translated = texts.filter(({ keys }) => translationAt(copy, language, keys) !== undefined);
  const outdated = review.outdated[language] ?? [];
  return { translated: translated.length, outdated: outdated.length };
}

function translationAt({ draft }: EditedCopy, language: string, keys: readonly string[]): string | undefined {
  return textAt(draft['translations'], [language, ...keys]);
}

function addLanguage({ draft }: EditedCopy, languages: readonly string[]): Html {
  const first =
    languages.length === 0 &&
    html`<div class="field"><label for="first-language">Language of the texts</label><select id="first-language" name="${firstLanguageField}" aria-describedby="first-language-help">${languageOptions(textOf(draft['locale']) || 'en', 'Choose …')}</select><p class="help" id="first-language-help">The language in which you wrote them. It is saved together with the first language that you add.</p></div>`;
  return html`${first}<div class="add-language"><div class="field"><label for="new-language">Translate into</label><select id="new-language" name="${newLanguageField}">${languageOptions('', 'Choose a language', languages)}</select></div><button class="button${languages.length === 0 && ' primary'}" name="do" value="add-language">Add language</button></div>`;
}

function translation(view: TranslateView, first: string, language: string, texts: readonly TextPlace[]): Html {
  const outdated = new Set(view.review.outdated[language] ?? []);
  const rows = texts
    .slice(0, mostShownTexts)
    .map((place) => textRow(view, first, language, place, outdated.has(place.path)));
  const more = texts.length - rows.length;
  return html`<section class="translation" aria-labelledby="translation-title"><h2 id="translation-title">${bilingualName(language)}</h2>${
    more > 0 &&
    html`<p class="notice">${icons.alert}<span>${count(more, 'more text is', 'more texts are')} only in the file.</span></p>`
  }<ol class="texts">${rows}</ol></section>`;
}

/** A text and its translation. */
function textRow(
  { copy, review }: TranslateView,
  first: string,
  language: string,
  { path, keys, text, maxLength }: TextPlace,
  isOutdated: boolean,
): Html {
  const name = translationField(language, path);
  const id = elementId(name);
  const value = translationAt(copy, language, keys) ?? '';
  const faults = messagesAt({ sites: [], issues: review.issues, earlierFields: [] }, name);
  const isLong = text.length > 80 || text.includes('\n') || maxLength > 1_000;
  const state = value === '' ? 'Missing' : isOutdated ? 'The text has changed since' : null;
  const attributes = html`id="${id}" name="${name}" lang="${language}" dir="auto" aria-describedby="${id}-source ${id}-state"${faults.length > 0 && html` aria-invalid="true"`}`;
  const control = isLong
    ? html`<textarea ${attributes} rows="3">${'\n'}${value}</textarea>`
    : html`<input type="text" ${attributes} value="${value}" autocomplete="off">`;
  return html`<li class="text-row${state !== null && ' to-translate'}"><div class="source"><div class="text-name"><label for="${id}">${labelOf(keys)}</label><span id="${id}-state">${state !== null && html`<span class="badge off">${state}</span>`}</span></div><p id="${id}-source" lang="${first}" dir="auto">${text}</p></div><div class="target">${control}${faults.map((fault) => html`<p class="fault">${icons.alert}<span>${fault}</span></p>`)}</div></li>`;
}

const entryNames: ReadonlyMap<string, string> = new Map([
  ['options', 'Option'],
  ['rows', 'Row'],
  ['targets', 'Match'],
]);

/** Returns what owners call a text. The text itself stands below. */
function labelOf(keys: readonly string[]): string {
  const [list = '', , member = ''] = keys.slice(-3);
  return entryNames.get(list) ?? memberLabel(keys.at(-2) === 'labels' ? `labels.${member}` : (keys.at(-1) ?? ''));
}

/** The files for translators. */
function files({ base, ask, copy, canTranslate = false }: TranslateView, language: string): Html {
  const path = `${askPath(base, ask.id, 'translate')}/${encodeURIComponent(language)}`;
  const note = copy.isChanged && html`<p class="muted">Files have the published texts. Publish your changes first.</p>`;
  const importForm = html`<form class="form" method="post" action="${path}/import" enctype="multipart/form-data"><div class="field"><label for="file">File of a translator, CSV or XLIFF 2.1</label><input type="file" id="file" name="file" accept=".csv,.xlf,.xliff" required></div><div class="actions"><button class="button">Import</button></div></form>`;
  const missing =
    canTranslate &&
    html`<form method="post" action="${path}/missing"><button class="button">Translate missing texts</button></form>`;
  return html`${missing}<section class="files"><h2>Files for translators</h2><p class="help">Download the texts, and import the file with the translations.</p>${note}<p class="actions"><a class="button" href="${path}/file?format=csv">CSV</a><a class="button" href="${path}/file?format=xliff">XLIFF</a></p>${!copy.isChanged && importForm}</section>`;
}

/** Says why a file was not imported. */
export function importProblem(path: string, { message, issues }: RefusedChange): Html {
  const items = issues.map((issue) => html`<li>${issue.message}</li>`);
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>${icons.alert}<div><p class="problem-title">${message ?? 'Nothing was imported.'}</p>${items.length > 0 && html`<ul>${items}</ul>`}</div></div><p class="actions"><a class="button" href="${path}">Back</a></p>`;
}
