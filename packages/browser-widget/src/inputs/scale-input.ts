import type { Scale } from '@askwell/server/contract';
import type { Words } from '../translate.js';
import { answering, type Control } from './control.js';
import { options } from './option-list.js';
import { select } from './select-input.js';

/** More steps than this don't stand beside each other. */
const most = 11;

/** The steps of a scale to choose one from. */
export function steps({ min, max }: Scale, t: Words): Control<number> {
  const all = Array.from({ length: max - min + 1 }, (_, at) => ({ id: String(min + at), label: t.number(min + at) }));
  const control = all.length > most ? select(all, t) : options({ options: all, inline: true }, t);
  return answering(control, ({ choices }) => Number(choices[0]));
}
