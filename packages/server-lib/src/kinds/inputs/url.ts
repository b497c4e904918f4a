import type { Faults } from '../../base/faults/faults.js';
import { maxUrlLength, webUrlFault } from '../../base/validation/web-url.js';
import { completeWebAddress } from '../../shared/logic/complete-web-address.js';
import { textInput } from './text.js';

/** Validates a URL. Its scheme may be missing. */
export function checkUrl(value: unknown, path: string, faults: Faults): string | undefined {
  const answer = textInput.check({ min: 0, max: maxUrlLength }, value, path, faults);
  if (answer === undefined) return undefined;
  const url = completeWebAddress(answer);
  const found = webUrlFault(url);
  if (found) faults.add(path, found);
  return url;
}
