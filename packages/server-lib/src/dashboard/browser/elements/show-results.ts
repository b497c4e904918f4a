import { html } from '../../../base/html.js';
import type { JsonObject } from '../../../base/validation/json-value.js';
import { localizeTimes } from '../../../web/ui/browser/times.js';
import { itemsOf, textOf } from '../../editor/render-member.js';
import { morph, parseReceived } from '../editor/morph.js';
import { callOwner, type OwnerConnection } from './owner-api.js';

/** Shows the results of an ask in an element, with periods to choose from. The server has rendered the results. */
export async function showResults(
  element: Element,
  connection: OwnerConnection,
  id: string,
  { signal, onFailure }: { readonly signal: AbortSignal; readonly onFailure: (error: unknown) => void },
): Promise<JsonObject> {
  async function show(period: string): Promise<JsonObject> {
    const query = period === '' ? '' : `?period=${encodeURIComponent(period)}`;
    const reply = await callOwner(connection, `asks/${encodeURIComponent(id)}/results${query}`);
    if (signal.aborted) return reply;
    const buttons = itemsOf(reply['periods']).map(
      ({ id: name, label }) =>
        html`<li><button type="button" class="button small" data-period="${textOf(name)}" aria-pressed="${String(name === reply['period'])}">${textOf(label)}</button></li>`,
    );
    morph(element, html`<ul class="element-periods" aria-label="Period">${buttons}</ul><div data-results></div>`);
    const results = element.querySelector('[data-results]');
    results?.replaceChildren(parseReceived(textOf(reply['markup'])));
    if (results) withoutDashboard(results);
    localizeTimes(element);
    return reply;
  }
  const onClick = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-period]') : null;
    if (button) show(button.dataset['period'] ?? '').catch(onFailure);
  };
  element.addEventListener('click', onClick, { signal });
  return show('');
}

/** Removes links to the dashboard, which this person may not have. */
function withoutDashboard(results: Element): void {
  for (const tools of results.querySelectorAll('.chart-actions, .open-all, .empty a')) tools.remove();
  for (const link of results.querySelectorAll('a[href*="/dashboard/"]')) link.replaceWith(...link.childNodes);
}
