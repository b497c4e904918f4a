import type { Reply } from '../../http/exchange.js';
import type { Design } from '../../shared/contract/resources.js';
import { designCss } from './design-css.js';

/** Returns a design as a style sheet, which browsers save under a name. */
export function cssReply(name: string, design: Design | null): Reply {
  return {
    status: 200,
    headers: [
      ...['content-type', 'text/css; charset=utf-8'],
      ...['content-disposition', `attachment; filename="${name}.css"`],
      ...['content-security-policy', "default-src 'none'"],
      ...['cross-origin-resource-policy', 'same-origin'],
      ...['cache-control', 'no-store'],
    ],
    body: designCss(design),
  };
}
