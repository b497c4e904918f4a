import { type Html, html } from '../../base/html.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { Ask } from '../../shared/contract/resources.js';
import { icons } from '../../web/ui/icons.js';
import { kindNames } from '../kind-names.js';

/** The name of a kind with its icon. */
export function kindLabel(kind: AskKind): Html {
  return html`<span class="kind">${icons[kind]}${kindNames[kind]}</span>`;
}

/** The status of an ask in a word, as visitors experience it. */
export function statusText({
  status,
  accepting,
  opens_at,
  closes_at,
}: Pick<Ask, 'status' | 'accepting' | 'opens_at' | 'closes_at'>): Html {
  if (status === 'draft') return state('draft', 'Draft');
  if (status === 'closed') return state('closed', 'Closed');
  if (accepting) return state('open', 'Open');
  const now = Date.now();
  if (opens_at !== null && Date.parse(opens_at) > now) return state('draft', 'Scheduled');
  return state('closed', closes_at !== null && Date.parse(closes_at) <= now ? 'Ended' : 'Full');
}

function state(look: 'open' | 'draft' | 'closed', text: string): Html {
  return html`<span class="state ${look}">${text}</span>`;
}
