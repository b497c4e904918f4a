import { containsText } from './contains-text.js';

const placeholder = '[API key]';

/** Replaces the API key in a text, such as a response that repeats the request. */
export function redactText(text: string, apiKey: string): string {
  return text.replaceAll(apiKey, placeholder);
}

/**
 * Returns an error without the API key. Errors of other libraries may contain the request and its headers; such an error is replaced with a
 * new error that has the same message.
 */
export function redactError(error: unknown, apiKey: string): unknown {
  if (!containsText(error, apiKey)) return error;
  return new Error(redactText(error instanceof Error ? error.message : String(error), apiKey));
}
