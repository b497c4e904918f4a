import { type Html, html } from '../../base/html.js';
import { type AnswerPageQuery, filterPairs } from './answers-query.js';

/** A field with its label. */
export function labelledField(id: string, label: string, control: Html): Html {
  return html`<div class="field"><label for="${id}">${label}</label>${control}</div>`;
}

/** An option of a select. */
export function option(value: string, label: string, chosen: string): Html {
  return html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;
}

/** A hidden input. Null for an empty value. */
export function hidden(name: string, value: string): Html | null {
  return value === '' ? null : html`<input type="hidden" name="${name}" value="${value}">`;
}

/** The hidden inputs that keep the parameters of a page. */
export function keptInputs({ columns, sort, ...filter }: AnswerPageQuery): Html {
  const pairs = filterPairs(filter).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`${pairs}${columns.map((column) => hidden('columns', column))}${sort !== 'newest' && hidden('sort', sort)}`;
}
