import { AskwellError } from '../base/errors.js';
import { decodeUtf8 } from './parsers/json.js';

/** Parsed fields. A field that is sent several times is a list. */
export type UrlencodedFields = Record<string, string | string[]>;

const maxFields = 2_000;

/**
 * Parses `a=1&b=2`.
 *
 * @param source The part of the request that the text comes from, for the message of the error.
 * @throws AskwellError with the code `malformed` if the text is badly encoded or has too many fields.
 */
export function parseUrlencoded(text: string, source: 'body' | 'query'): UrlencodedFields {
  const fields = new Map<string, string | string[]>();
  let count = 0;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    if (++count > maxFields) throw malformed(source, `has more than ${maxFields} fields.`);
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals), source);
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1), source);
    if (name === '__proto__') throw malformed(source, 'has a field named __proto__.');
    const previous = fields.get(name);
    if (previous === undefined) fields.set(name, value);
    else if (typeof previous === 'string') fields.set(name, [previous, value]);
    else previous.push(value);
  }
  return Object.fromEntries(fields);
}

/**
 * Parses a body of the type `application/x-www-form-urlencoded`.
 *
 * @throws AskwellError with the code `malformed`.
 */
export function parseFormBody(bytes: Uint8Array): UrlencodedFields {
  return parseUrlencoded(decodeUtf8(bytes), 'body');
}

function decode(text: string, source: 'body' | 'query'): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw malformed(source, 'is not valid percent-encoded UTF-8.');
  }
}

function malformed(source: 'body' | 'query', problem: string): AskwellError {
  return new AskwellError('malformed', `The ${source === 'body' ? 'request body' : 'query'} ${problem}`);
}
