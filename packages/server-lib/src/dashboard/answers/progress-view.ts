import { type Html, html } from '../../base/html.js';
import { hidden } from './filter-parts.js';
import type { BulkProgress } from './read-bulk-form.js';

/** How far a change has come, in answers. */
type ShownProgress = Pick<BulkProgress, 'change' | 'changed' | 'total'>;

/** The data of the page that shows how far a change of many answers has come. */
export interface ProgressView {
  /** The path that continues. */
  readonly action: string;
  /** The path of the table. */
  readonly listPath: string;
  readonly progress: ShownProgress;
  /** The hidden inputs from which the change continues. */
  readonly inputs: Html;
}

/** The progress of a change of many answers. A script continues; without it, a button does. */
export function progressView({ action, listPath, progress, inputs }: ProgressView): Html {
  const { change, changed, total } = progress;
  const title = change.change === 'delete' ? 'Deleting answers' : 'Saving tags';
  const done = change.change === 'delete' ? 'deleted' : 'changed';
  const format = (n: number) => n.toLocaleString('en');
  const words =
    total === null
      ? `${format(changed)} answers ${done} so far.`
      : `${format(changed)} of ${format(total)} answers ${done}.`;
  const bar =
    total !== null &&
    html`<progress max="${total}" value="${Math.min(changed, total)}" aria-labelledby="progress-words"></progress>`;
  return html`<section class="card deletion"><h2>${title}</h2>
<p id="progress-words" role="status">${words}</p>
${bar}
<form method="post" action="${action}" data-continues>${inputs}
<div class="actions"><button class="button primary">Continue</button><a class="button" href="${listPath}">Stop</a></div></form>
<p class="help">Answers that are ${done} already stay ${done} if you stop.</p></section>`;
}

/** The hidden inputs from which a change continues. */
export function progressInputs({ change, upTo, after, changed, full, total }: BulkProgress): Html {
  return html`${hidden('do', change.change)}${'tags' in change && hidden('tags', change.tags.join(','))}${hidden('up_to', upTo)}${hidden('after', after ?? '')}${hidden('changed', String(changed))}${hidden('full', String(full))}${total !== null && hidden('total', String(total))}`;
}
