import { type Html, html } from '../../base/html.js';
import { valueAt } from '../../base/validation/json-path.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { time } from '../components.js';
import { itemTitle } from './definition-view.js';
import { memberLabel, valueText } from './member-texts.js';
import type { Merged } from './merge-drafts.js';
import { namedDraft } from './named-draft.js';
import { objectOf } from './render-member.js';

/** Asks which version of each part to keep that another tab has changed too. Both are side by side. */
export function mergeView(merged: Merged): Html {
  return html`<form method="dialog">${mergeChoices(merged, '')}</form>`;
}

/**
 * The versions of each part, and the button that keeps the chosen ones.
 *
 * @param prefix The start of the names of the choices. Their numbers follow.
 * @param otherAction What to do instead.
 */
export function mergeChoices({ draft, conflicts }: Merged, prefix: string, otherAction?: Html): Html {
  const choices = conflicts.map(({ path, mine, stored }, index) => {
    const option = (side: 'mine' | 'stored', label: string, value: JsonValue | undefined) =>
      html`<label class="merge-side"><input type="radio" name="${prefix}${index}" value="${side}"${side === 'mine' && html` checked`}><span><span class="merge-label">${label}</span> <span class="merge-value" dir="auto">${valueView(path, value)}</span></span></label>`;
    return html`<fieldset class="merge-part"><legend dir="auto">${partName(draft, path)}</legend>${option('mine', 'Yours', mine)}${option('stored', 'Saved by the other', stored)}</fieldset>`;
  });
  return html`<h2 id="merge-title">This was also changed in another tab or by another person</h2>
<p>Everything else was put together. Choose which version of ${conflicts.length === 1 ? 'this part' : 'these parts'} to keep.</p>
${choices}<div class="actions"><button class="button primary">Keep the chosen ${conflicts.length === 1 ? 'version' : 'versions'}</button>${otherAction}</div>`;
}

/** Returns the name of a part, with the question or field that it belongs to. */
function partName(draft: JsonObject, path: string): string {
  const names = path.split('.');
  const [list = '', index = ''] = names;
  const title = itemTitle(objectOf(valueAt(namedDraft(draft), `${list}.${index}`)));
  const member = names.findLast((name) => !/^\d+$/.test(name)) ?? '';
  if (title === '') return memberLabel(member);
  return names.length === 2 ? title : `${title}: ${memberLabel(member)}`;
}

function valueView(path: string, value: JsonValue | undefined): Html | string {
  if (value === undefined) return 'Removed';
  if (value === null || value === '') return 'Empty';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return time(value);
  if (typeof value === 'string')
    return /\.?(type|layout|reveal|feedback|one_per)$/.test(path) ? valueText(path, value) : value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => textOfItem(item)).join(', ');
  return textOfItem(value);
}

function textOfItem(value: JsonValue): string {
  if (!isJsonObject(value)) return String(value);
  return itemTitle(value) || JSON.stringify(value);
}
