import { fromHex } from '../../base/crypto/hex.js';
import type { AnswerInput } from './answer-input.js';

/** A value that belongs to an ask. Bytes are hexadecimal. */
export interface AskKey {
  readonly ask: number;
  readonly text: string;
}

/** Returns the distinct values of inputs. */
export function distinctKeys(
  inputs: readonly AnswerInput[],
  textOf: (input: AnswerInput) => string | null | undefined,
): AskKey[] {
  const keys = new Map<string, AskKey>();
  for (const input of inputs) {
    const text = textOf(input);
    if (text !== null && text !== undefined) addKey(keys, { ask: input.ask, text });
  }
  return [...keys.values()];
}

/** Adds a value to the known values. */
export function addKey(keys: Map<string, AskKey>, key: AskKey): void {
  keys.set(`${key.ask} ${key.text}`, key);
}

/** Returns the values of a row whose second column is bytes. */
export function toBytesRow({ ask, text }: AskKey): [number, Uint8Array] {
  return [ask, fromHex(text)];
}

/** Returns the values of a row whose second column is a text. */
export function toTextRow({ ask, text }: AskKey): [number, string] {
  return [ask, text];
}
