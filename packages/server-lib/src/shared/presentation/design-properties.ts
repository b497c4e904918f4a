import type { Design } from '../contract/resources.js';
import { designValues } from './design-values.js';

/**
 * Returns the custom properties of the widget that a design sets, by name. Members that are null set nothing.
 *
 * @example
 * designProperties({ accent: '#0a7d5a', font: null, radius: 0, density: null });
 * // { '--askwell-accent': '#0a7d5a', '--askwell-radius': '0px' }
 */
export function designProperties(design: Design): Record<string, string> {
  return Object.fromEntries(
    Object.entries(designValues(design)).flatMap(([name, value]) => (value ? [[`--askwell-${name}`, value]] : [])),
  );
}
