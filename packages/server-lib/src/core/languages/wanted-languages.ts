import type { HttpExchange } from '../../http/exchange.js';
import { parseUrlencoded } from '../../http/urlencoded.js';
import { acceptedLanguages } from './choose-language.js';

/** The query parameter with the language that a visitor or a page has chosen. */
export const languageParam = 'lang';

/** A request of a visitor. */
export type LanguageRequest = Pick<HttpExchange, 'query' | 'header'>;

/** Returns the language that was chosen for a request, if any. */
export function chosenLanguage({ query }: Pick<HttpExchange, 'query'>): string | undefined {
  const chosen = parseUrlencoded(query, 'query')[languageParam];
  return typeof chosen === 'string' && chosen !== '' ? chosen : undefined;
}

/** Returns the languages that a visitor wants, the preferred ones first. */
export function wantedLanguages(request: LanguageRequest): readonly string[] {
  const chosen = chosenLanguage(request);
  const accepted = acceptedLanguages(request.header('accept-language'));
  return chosen === undefined ? accepted : [chosen, ...accepted];
}
