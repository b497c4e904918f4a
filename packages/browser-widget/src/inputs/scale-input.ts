import type { Scale } from '@askwell/server/contract';
import {
  maxSteps,
  presentScale,
  type ScaleLook,
  stepsLayout,
} from '../../../server-lib/src/shared/presentation/scale.js';
import type { Translator } from '../translate.js';
import { append } from '../ui/dom.js';
import { endLabels } from '../ui/end-labels.js';
import { type Control, mapAnswer } from './control.js';
import { optionList } from './option-list.js';
import { selectInput } from './select-input.js';

/** Creates an input for a value on a scale. A long one is a drop-down list. */
export function scaleInput(scale: Scale, look: ScaleLook, t: Translator, required?: boolean): Control<number> {
  const { steps: options, ends } = presentScale(scale, look, t);
  const isLong = options.length > maxSteps;
  const control = isLong ? selectInput(options, t) : optionList({ options, inline: true, required }, t);
  const { node } = control;
  node.className += ` ${look.style}`;
  node.style.cssText = stepsLayout(options.length);
  append(node, endLabels(ends));
  return mapAnswer(control, ({ choices }) => Number(choices[0]));
}
