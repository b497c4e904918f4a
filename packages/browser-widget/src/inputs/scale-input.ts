import type { Scale } from '@askwell/server/contract';
import type { Translator } from '../translate.js';
import { type Control, mapAnswer } from './control.js';
import { optionList } from './option-list.js';
import { selectInput } from './select-input.js';

/** A longer scale is a drop-down list. */
const maxInline = 11;

/** Creates an input for a value on a scale. */
export function scaleInput({ min, max }: Scale, t: Translator, required?: boolean): Control<number> {
  const all = Array.from({ length: max - min + 1 }, (_, at) => ({ id: String(min + at), label: t.number(min + at) }));
  const control =
    all.length > maxInline ? selectInput(all, t) : optionList({ options: all, inline: true, required }, t);
  return mapAnswer(control, ({ choices }) => Number(choices[0]));
}
