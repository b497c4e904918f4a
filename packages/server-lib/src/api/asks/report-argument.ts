import { objectParameter } from '../../base/validation/call-checks.js';
import type { ShortArgument } from '../operations/operation.js';

/** The argument of a report: its parameters, and the filter of the answers in `where`. */
export const reportArgument: ShortArgument = {
  parameter: objectParameter('choice'),
  toInput(choice) {
    const { where, ...params } = { where: undefined, ...Object(choice) };
    return { ...Object(where), ...params };
  },
};
