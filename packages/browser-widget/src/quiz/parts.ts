import * as shared from './shared.js';

/** The exports that the code for questions shares. The build replaces this file, as it does `../files/parts.ts`. */
export function parts(): typeof shared {
  return shared;
}
