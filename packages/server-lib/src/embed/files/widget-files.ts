import widget from 'askwell:widget';
import { EmbedFile } from './embed-file.js';

const javascript = 'text/javascript; charset=utf-8';

/** The widget's script, and the module that it loads where there are results to draw. */
export const script = new EmbedFile(javascript, widget.script);
export const results = new EmbedFile(javascript, widget.results);

/** Its tables of words, by language tag. */
export const languages: ReadonlyMap<string, EmbedFile> = new Map(
  Object.entries(widget.languages).map(([tag, text]) => [tag, new EmbedFile('application/json', text)]),
);

/** Where the widget's script stands below the base path: always the current one. */
export const scriptPath = '/widget.js';

/** Where this version of it stands for good. */
export const versionPath = `/embed/widget/${script.version}/widget.js`;
