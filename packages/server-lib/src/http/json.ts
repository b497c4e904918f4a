import { AskwellError } from '../errors.js';

const deepest = 32;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON body; refuses as malformed what is broken, badly encoded, too deep or poisoned. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  if (isDeeperThan(deepest, text))
    throw new AskwellError('malformed', `The body is nested deeper than ${deepest} levels.`);
  const value = parse(text);
  if (mayPoison.test(text) && poisons(value)) {
    throw new AskwellError('malformed', 'The body has a member named __proto__ or constructor.prototype.');
  }
  return value;
}

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new AskwellError('malformed', 'The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AskwellError(
      'malformed',
      text === '' ? 'The body is empty; JSON is expected.' : 'The body is not valid JSON.',
    );
  }
}

/** Judged over the text, before anything that deep is built. */
export function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (inString) {
      if (unit === 0x5c) at++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x5b || unit === 0x7b) {
      if (++depth > limit) return true;
    } else if (unit === 0x5d || unit === 0x7d) depth--;
  }
  return false;
}

/** Names that poison can hide behind: plain, or written with escapes. */
const mayPoison = /__proto__|constructor|\\u/;

function poisons(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.hasOwn(value, '__proto__')) return true;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'constructor' && typeof member === 'object' && member !== null && Object.hasOwn(member, 'prototype')) {
      return true;
    }
    if (poisons(member)) return true;
  }
  return false;
}
