import widget from 'askwell:widget';
import { languages as languageNames } from '../../shared/messages/languages.js';
import { wordsFor } from '../../shared/messages/page-messages.js';
import { EmbedFile } from './embed-file.js';

const javascript = 'text/javascript; charset=utf-8';

/** The script of the widget. */
export const script = new EmbedFile(javascript, widget.script);
/** The module that the widget loads to show results. */
export const results = new EmbedFile(javascript, widget.results);
/** The module that the widget loads for quizzes, forms and tickets. */
export const questions = new EmbedFile(javascript, widget.questions);
/** The module that the widget loads for quizzes only. */
export const quizFile = new EmbedFile(javascript, widget.quiz);

/** The texts of the widget, by language tag. */
export const languageFiles: ReadonlyMap<string, EmbedFile> = new Map(
  Object.entries(widget.languages).map(([tag, text]) => [tag, new EmbedFile('application/json', text)]),
);

const faultFiles = new Map<string, EmbedFile>();

/** Returns the texts of faults in a language, by code. The widget loads them when an answer is invalid. */
export function faultTextsFile(language: string): EmbedFile | undefined {
  if (!languageNames.includes(language)) return undefined;
  const file =
    faultFiles.get(language) ?? new EmbedFile('application/json', JSON.stringify(wordsFor(language).faultTexts()));
  faultFiles.set(language, file);
  return file;
}

/** The path of the current script, below the base path. */
export const scriptPath = '/widget.js';

/** The path of this version of the script. */
export const versionPath = `/embed/widget/${script.version}/widget.js`;
