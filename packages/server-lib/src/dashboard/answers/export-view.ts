import { type Html, html } from '../../base/html.js';
import { languageName } from '../../core/answers/language-names.js';
import { icons } from '../../web/ui/icons.js';
import type { AnswerPageQuery } from './answers-query.js';
import { keptInputs } from './filter-parts.js';

/**
 * The choice of a file with the answers that match a query, on the pages with answers and with results.
 *
 * @param languages The languages of the ask.
 */
export function exportTool(answersPath: string, query: AnswerPageQuery, languages: readonly string[]): Html {
  const names = languages.map((tag) => html`<option value="${tag}">${languageName(tag)}</option>`);
  return html`<details class="tool export-tool" name="answer-tools"><summary class="button"><span class="brief-icon">${icons.download}</span><span class="more-words">Export</span></summary>
<form class="tool-panel" method="get" action="${answersPath}/export">
${keptInputs({ ...query, columns: [] })}
<fieldset class="export-formats"><legend>Export answers as</legend>
<label class="check-line"><input type="radio" name="format" value="xlsx" checked><span>Excel</span></label>
<label class="check-line"><input type="radio" name="format" value="csv"><span>CSV</span></label>
<label class="check-line"><input type="radio" name="format" value="jsonl"><span>JSON Lines, as the API returns them</span></label></fieldset>
<label class="check-line"><input type="checkbox" name="options" value="columns"><span>One column for each option</span></label>
<label class="check-line"><input type="checkbox" name="mark" value="1"><span>Mark CSV as UTF-8, for Excel</span></label>
${languages.length > 1 && html`<label class="field"><span>Language of questions and options</span><select name="lang">${names}</select></label>`}
<div class="actions"><button class="button small primary">Download</button></div>
</form></details>`;
}
