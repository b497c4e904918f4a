import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';

/** A place in a text. Both begin at 1. */
interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Returns the object that a text contains, or where the text is not JSON. Undefined: it is JSON, but not an object. */
export function readJsonObject(text: string): { value: JsonObject } | { error: TextPosition } | undefined {
  const at = errorAt(text);
  if (at !== undefined) return { error: positionOf(text, at) };
  const value: JsonValue = JSON.parse(text);
  return isJsonObject(value) ? { value } : undefined;
}

/** Returns the position of the first JSON error as a sentence. Returns an empty text for valid JSON. */
export function describeJsonError(text: string): string {
  const read = readJsonObject(text);
  return read && 'error' in read ? `Line ${read.error.line}, column ${read.error.column} is not valid JSON.` : '';
}

const space = /[\t\n\r ]*/y;
const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What can follow in a list or an object, or at the top. */
type Expected = 'value' | 'first' | 'name' | 'colon' | 'next' | 'nothing';

/** Returns the index of the first character that is not part of a JSON document. Browsers do not agree on how they report it. */
function errorAt(text: string): number | undefined {
  const open: string[] = [];
  let at = 0;
  let expected: Expected = 'value';
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const isFound = pattern.test(text);
    if (isFound) at = pattern.lastIndex;
    return isFound;
  };
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'next');
  for (;;) {
    match(space);
    const character = text[at];
    const closing = open.at(-1) === '{' ? '}' : ']';
    if (expected === 'nothing') return character === undefined ? undefined : at;
    if ((expected === 'first' || expected === 'next') && character === closing && open.length > 0) {
      open.pop();
      at++;
      expected = afterValue();
    } else if (expected === 'next') {
      if (character !== ',') return at;
      at++;
      expected = open.at(-1) === '{' ? 'name' : 'value';
    } else if (expected === 'colon') {
      if (character !== ':') return at;
      at++;
      expected = 'value';
    } else if (expected === 'name' || (expected === 'first' && open.at(-1) === '{')) {
      if (!match(string)) return at;
      expected = 'colon';
    } else if (character === '{' || character === '[') {
      open.push(character);
      at++;
      expected = 'first';
    } else {
      if (!match(string) && !match(scalar)) return at;
      expected = afterValue();
    }
  }
}

function positionOf(text: string, at: number): TextPosition {
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
