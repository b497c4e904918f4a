import { type Html, html } from '../../base/html.js';
import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import { parseTime } from '../../base/validation/time.js';
import { icons } from '../../web/ui/icons.js';
import { table, time } from '../components.js';
import type { Difference } from './differences.js';

/** The data of the page that shows changes which were not saved. */
export interface ConflictView {
  /** The form that saves a whole definition. */
  readonly action: string;
  /** The page with the saved changes. */
  readonly back: string;
  readonly draft: JsonObject;
  /** The revision that is saved now. */
  readonly revision: string;
  readonly differences: readonly Difference[];
}

/** Says that another tab has saved changes, lists the differences, and offers ways to continue. */
export function conflictView({ action, back, draft, revision, differences }: ConflictView): Html {
  const rows = differences.map(({ path, mine, stored }) => [html`<code>${path}</code>`, shown(mine), shown(stored)]);
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>${icons.alert}<div><p class="problem-title">Your changes were not saved.</p><p>This was changed in another tab or by another person after you opened it. Your changes are still here: choose which to keep.</p></div></div>
${table('What differs', [{ label: 'Part' }, { label: 'Yours' }, { label: 'Saved' }], rows)}
<form class="form actions" method="post" action="${action}">
<input type="hidden" name="revision" value="${revision}"><input type="hidden" name="definition" value="${JSON.stringify(draft)}">
<button class="button primary" name="do" value="save">Keep mine</button><a class="button" href="${back}">Keep what is saved</a>
</form>`;
}

function shown(value: JsonValue | undefined): Html {
  if (typeof value === 'string' && parseTime(value) !== undefined) return time(value);
  return html`<span dir="auto">${textOf(value)}</span>`;
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
