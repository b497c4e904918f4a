import type { Design } from '../../shared/contract/resources.js';
import { designProperties } from '../../shared/presentation/design-properties.js';

/** Returns a style sheet that gives the widget a design on any page. */
export function designCss(design: Design | null): string {
  const lines = Object.entries(design ? designProperties(design) : {}).map(([name, value]) => `  ${name}: ${value};\n`);
  if (lines.length === 0) return '/* Everything is left at its default. */\n';
  return `askwell-poll,\naskwell-quiz,\naskwell-form {\n${lines.join('')}}\n`;
}
