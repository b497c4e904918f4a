import widget from 'askwell:widget';
import { EmbedFile } from './file.js';

/** The widget's script. */
export const script = new EmbedFile('text/javascript; charset=utf-8', widget.script);

/** Its tables of words, by language tag. */
export const languages: ReadonlyMap<string, EmbedFile> = new Map(
  Object.entries(widget.languages).map(([tag, text]) => [tag, new EmbedFile('application/json', text)]),
);

/** Where the widget's script stands below the base path: always the current one. */
export const scriptPath = '/widget.js';

/** Where this version of it stands for good. */
export const versionPath = `/embed/widget/${script.version}/widget.js`;
