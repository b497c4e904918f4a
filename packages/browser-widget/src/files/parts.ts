import * as shared from './shared.js';

/** The exports that the script shares. The build replaces this file: it lists the exports, which is shorter than a namespace object. */
export function parts(): typeof shared {
  return shared;
}
