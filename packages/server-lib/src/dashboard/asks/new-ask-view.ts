import { type Html, html } from '../../base/html.js';
import { askKinds } from '../../core/ids.js';
import { type Template, templates } from '../../kinds/templates/index.js';
import { pageHeading } from '../components.js';
import { renderForm } from '../form.js';
import type { FormError } from '../form-error.js';
import { kindLabel } from '../home/ask-labels.js';
import { kindNames } from '../kind-names.js';
import { templateCard } from './template-card.js';

const blankTexts = {
  poll: 'One question, and results that everybody sees.',
  quiz: 'Questions with correct answers and a score.',
  form: 'Fields of any type, for answers that only you see.',
} as const;

/** Buttons that create a poll, a quiz and a form without a template. */
export function blankChoices(base: string): Html {
  const choices = askKinds.map(
    (kind) =>
      html`<li><button class="blank" name="blank" value="${kind}">${kindLabel(kind)}<span class="blank-text">${blankTexts[kind]}</span></button></li>`,
  );
  return html`<form method="post" action="${base}/dashboard/asks/new"><ul class="blanks">${choices}</ul></form>`;
}

/** The ways to create a poll, a quiz or a form. */
export function newAskView(
  base: string,
  values: Readonly<Record<string, string>>,
  problem: FormError | undefined,
  search = '',
): Html {
  const found = templates.filter((template) => isFound(template, search));
  const kinds = askKinds.filter((kind) => found.some((template) => template.kind === kind));
  const groups = kinds.map((kind) => {
    const cards = found.filter((template) => template.kind === kind).map((template) => templateCard(base, template));
    return html`<section class="section" id="${kind}-templates"><h2>${templateHeadings[kind]}</h2><ul class="templates">${cards}</ul></section>`;
  });
  const json = renderForm({
    id: 'json',
    action: `${base}/dashboard/asks/new`,
    fields: [
      {
        name: 'kind',
        label: 'Kind',
        kind: 'choice',
        choices: askKinds.map((kind) => ({ value: kind, label: kindNames[kind] })),
      },
      {
        name: 'definition',
        label: 'Definition',
        kind: 'code',
        required: true,
        help: 'The body of a request that creates it.',
      },
    ],
    submit: 'Create',
    values,
    problem,
  });
  const blank = html`<section class="section"><h2>Start from nothing</h2>${blankChoices(base)}</section>`;
  const jumps = kinds.map((kind) => html`<li><a href="#${kind}-templates">${templateHeadings[kind]}</a></li>`);
  const filter = html`<form class="filters" method="get" action="${base}/dashboard/asks/new" role="search"><input type="search" name="q" value="${search}" placeholder="Search templates" aria-label="Search templates"><button class="button">Filter</button>${search !== '' && html`<a class="filters-link" href="${base}/dashboard/asks/new">Show all</a>`}</form>
<nav class="jumps" aria-label="On this page"><ul>${jumps}<li><a href="#paste">Paste JSON</a></li></ul></nav>
${found.length === 0 && html`<p role="status">No template matches “<bdi>${search}</bdi>”.</p>`}`;
  const paste = html`<section class="section" id="paste"><h2>Paste JSON</h2>
<details class="reveal"${problem && html` open`}><summary class="button">Paste a definition</summary>${json}</details></section>`;
  return html`<p class="crumb"><a href="${base}/dashboard">Home</a></p>${pageHeading('New', 'You can change everything before it is published.')}
${problem ? [paste, blank, filter, groups] : search === '' ? [blank, filter, groups, paste] : [filter, groups, blank, paste]}`;
}

/** Returns whether a template has all words of a search in its texts. */
function isFound({ title, summary, kind }: Template, search: string): boolean {
  const text = `${title} ${summary} ${kindNames[kind]}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const templateHeadings = {
  poll: 'Templates for polls',
  quiz: 'Templates for quizzes',
  form: 'Templates for forms',
} as const;
