import { faultTexts } from '../../../server-lib/src/shared/faults/catalogue.js';
import { type Fault, faultCodes, isVisitorFault } from '../../../server-lib/src/shared/faults/fault.js';

/** Every fault that visitors can cause, with parameters that differ. */
export const everyFault: readonly Fault[] = faultCodes.filter(isVisitorFault).map((code) => {
  const names = [...faultTexts[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return { code, params: Object.fromEntries(names.map((name, at) => [name, 41 + at])) };
});
