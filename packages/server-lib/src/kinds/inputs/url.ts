import type { Faults } from '../../base/faults/faults.js';
import { maxUrlLength, webUrlFault } from '../../base/validation/web-url.js';
import { textInput } from './text.js';

/** Validates a URL. */
export function checkUrl(value: unknown, path: string, faults: Faults): string | undefined {
  const answer = textInput.check({ min: 0, max: maxUrlLength }, value, path, faults);
  const found = answer === undefined ? undefined : webUrlFault(answer);
  if (found) faults.add(path, found);
  return answer;
}
