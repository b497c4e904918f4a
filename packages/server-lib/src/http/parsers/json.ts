import { AskwellError } from '../../base/errors.js';

const maxDepth = 32;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body.
 *
 * @param maxValues The most members and items that it can have. A body with more is not parsed.
 * @throws AskwellError with the code `malformed` if the body is not valid JSON in UTF-8, is nested too deeply, or contains
 * names that could pollute prototypes. With the code `too_large` if it has too many values.
 */
export function parseJson(bytes: Uint8Array, maxValues = Number.POSITIVE_INFINITY): unknown {
  const text = decodeUtf8(bytes);
  const excess = findJsonExcess({ levels: maxDepth, values: maxValues }, text);
  if (excess === 'levels')
    throw new AskwellError('malformed', `The request body is nested deeper than ${maxDepth} levels.`);
  if (excess === 'values') throw new AskwellError('too_large', `The request body has more than ${maxValues} values.`);
  const value = parse(text);
  if (mayPollute.test(text) && pollutes(value)) {
    throw new AskwellError('malformed', 'The request body has a member named __proto__ or constructor.prototype.');
  }
  return value;
}

/**
 * Decodes a body.
 *
 * @throws AskwellError with the code `malformed` if the body is not valid UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new AskwellError('malformed', 'The request body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AskwellError(
      'malformed',
      text === '' ? 'The request body is empty. Send JSON.' : 'The request body is not valid JSON.',
    );
  }
}

/** Returns whether a text has too many levels or values, before `JSON.parse` builds a deep or large value. */
export function findJsonExcess(
  most: { readonly levels: number; readonly values: number },
  text: string,
): 'levels' | 'values' | undefined {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (inString) {
      if (unit === 0x5c) at++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x5b || unit === 0x7b) {
      if (++depth > most.levels) return 'levels';
    } else if (unit === 0x2c) {
      if (++values > most.values) return 'values';
    } else if (unit === 0x5d || unit === 0x7d) depth--;
  }
  return undefined;
}

/** Matches every text that can contain such a name, also one written with escapes. */
const mayPollute = /__proto__|constructor|\\u/;

function pollutes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.hasOwn(value, '__proto__')) return true;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'constructor' && typeof member === 'object' && member !== null && Object.hasOwn(member, 'prototype')) {
      return true;
    }
    if (pollutes(member)) return true;
  }
  return false;
}
