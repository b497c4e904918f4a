import widget from 'askwell:widget';
import { languages as languageNames, wordsFor } from '../../messages/page-messages.js';
import { EmbedFile } from './embed-file.js';

const javascript = 'text/javascript; charset=utf-8';

/** The widget's script, and the module that it loads where there are results to draw. */
export const script = new EmbedFile(javascript, widget.script);
export const results = new EmbedFile(javascript, widget.results);

/** Its tables of words, by language tag. */
export const languages: ReadonlyMap<string, EmbedFile> = new Map(
  Object.entries(widget.languages).map(([tag, text]) => [tag, new EmbedFile('application/json', text)]),
);

const faultFiles = new Map<string, EmbedFile>();

/** Returns the texts of faults in a language, by code. The widget loads them when the server has refused an answer. */
export function faultTexts(language: string): EmbedFile | undefined {
  if (!languageNames.includes(language)) return undefined;
  const file =
    faultFiles.get(language) ?? new EmbedFile('application/json', JSON.stringify(wordsFor(language).faultTexts()));
  faultFiles.set(language, file);
  return file;
}

/** Where the widget's script stands below the base path: always the current one. */
export const scriptPath = '/widget.js';

/** Where this version of it stands for good. */
export const versionPath = `/embed/widget/${script.version}/widget.js`;
