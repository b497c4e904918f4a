import { type Html, html } from '../../base/html.js';
import { unknownLanguage } from '../../core/answers/answer-selection.js';
import { languageName } from '../../core/answers/language-names.js';
import { isDate } from '../../kinds/inputs/date.js';
import { icons } from '../../web/ui/icons.js';
import type { LanguageChoices } from '../asks/owner-results.js';
import type { CountableAnswer } from './insight.js';
import { type AppliedFilters, presets, type ResultsQuery, toQueryString } from './results-query.js';

/** The maximum number of answers to choose from. */
const maxChoices = 500;

/** What results can be filtered by. */
interface FilterChoices {
  readonly answers: readonly CountableAnswer[];
  readonly languages: LanguageChoices;
}

/** The filters of results: links to periods, and a form for days, an answer, a language and a comparison. */
export function filterForm(
  path: string,
  query: ResultsQuery,
  { problems, language }: AppliedFilters,
  { answers, languages }: FilterChoices,
): Html {
  const hasDays = query.since !== '' || query.until !== '';
  const current = hasDays ? null : (presets.find(({ period }) => period === query.period) ?? presets[0]).period;
  const links = presets.map(({ period, label }) => {
    const href = path + toQueryString({ ...query, period, since: '', until: '' });
    return html`<li><a href="${href}"${period === current && html` aria-current="true"`}>${label}</a></li>`;
  });
  const isOpen =
    hasDays || [query.answer, query.language, query.compare].some((text) => text !== '') || problems.length > 0;
  return html`<section class="result-filters" aria-label="Filters">
<ul class="result-periods" aria-label="Period">${links}</ul>
<details class="result-more"${isOpen && html` open`}><summary>Filter and compare</summary>
<form method="get" action="${path}">
${problems.map((problem) => html`<p class="fault">${icons.alert}<span>${problem}</span></p>`)}
${current !== null && html`<input type="hidden" name="period" value="${current}">`}
<div class="result-fields">
<div class="field"><label for="since">First day (UTC)</label><input type="date" id="since" name="since" value="${isDate(query.since) && query.since}"></div>
<div class="field"><label for="until">Last day (UTC)</label><input type="date" id="until" name="until" value="${isDate(query.until) && query.until}"></div>
${answers.length > 0 && html`<div class="field"><label for="answer">Only answers with</label><select id="answer" name="answer"><option value="">Any answer</option>${optionsOf(answers, query.answer)}</select></div>`}
<div class="field"><label for="language">Language</label><select id="language" name="language"><option value="">Any language</option>${languageOptions(languages, language)}</select></div>
</div>
<label class="result-check"><input type="checkbox" name="compare" value="previous"${query.compare !== '' && html` checked`}> <span>Compare with the period before</span></label>
<div class="actions"><button class="button">Apply</button>${isOpen && html`<a class="button quiet" href="${path}">Clear</a>`}</div>
</form></details>
</section>`;
}

/** The answers as options, grouped by their question. */
function optionsOf(choices: readonly CountableAnswer[], selected: string): Html {
  const groups = new Map<string | null, Html[]>();
  for (const { bucket, question, label } of choices.slice(0, maxChoices)) {
    const group = groups.get(question) ?? [];
    groups.set(question, group);
    group.push(html`<option value="${bucket}"${bucket === selected && html` selected`}>${label}</option>`);
  }
  return html`${[...groups].map(([question, options]) =>
    question === null ? html`${options}` : html`<optgroup label="${question}">${options}</optgroup>`,
  )}`;
}

/** The languages as options, those of the latest answers first. */
function languageOptions({ latest, others }: LanguageChoices, selected: string | null): Html {
  const option = (tag: string, name: string) =>
    html`<option value="${tag}"${tag === selected && html` selected`}>${name}</option>`;
  const group = (label: string, tags: readonly string[]) =>
    tags.length > 0 && html`<optgroup label="${label}">${tags.map((tag) => option(tag, languageName(tag)))}</optgroup>`;
  const isListed = selected === null || [...latest, ...others, unknownLanguage].includes(selected);
  return html`${!isListed && option(selected, languageName(selected))}${group('In the latest answers', latest)}${group('Others', others)}${option(unknownLanguage, 'Not known')}`;
}
