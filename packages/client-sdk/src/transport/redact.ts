import { inspect } from 'node:util';

const shown = '[API key]';

/** Text in which the key does not stand, though somebody sent it back. */
export function redactText(text: string, apiKey: string): string {
  return text.replaceAll(apiKey, shown);
}

/**
 * A failure in which the key does not stand. Other people's errors may carry the request that failed, with its headers;
 * such a one is replaced by its words.
 */
export function redactError(error: unknown, apiKey: string): unknown {
  if (!inspect(error, { depth: 8, showHidden: true }).includes(apiKey)) return error;
  return new Error(redactText(error instanceof Error ? error.message : String(error), apiKey));
}
