import { AskwellError } from '../errors.js';
import { decodeUtf8 } from './json.js';

/** A field that came once, or several times. */
export type UrlencodedFields = Record<string, string | string[]>;

const mostFields = 2_000;

/** Parses `a=1&b=2`; refuses as malformed what is badly encoded. `what` names it in the refusal. */
export function parseUrlencoded(text: string, what: 'body' | 'query'): UrlencodedFields {
  const fields = new Map<string, string | string[]>();
  let count = 0;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    if (++count > mostFields) throw new AskwellError('malformed', `The ${what} has more than ${mostFields} fields.`);
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals), what);
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1), what);
    if (name === '__proto__') throw new AskwellError('malformed', `The ${what} has a field named __proto__.`);
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (typeof before === 'string') fields.set(name, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(fields);
}

export function parseFormBody(bytes: Uint8Array): UrlencodedFields {
  return parseUrlencoded(decodeUtf8(bytes), 'body');
}

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new AskwellError('malformed', `The ${what} is not properly percent-encoded UTF-8.`);
  }
}
