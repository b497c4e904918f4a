import { type Html, html } from '../../base/html.js';
import { askKinds } from '../../core/ids.js';
import { type Template, templates } from '../../kinds/templates/index.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { Issue } from '../../shared/faults/fault.js';
import { icons } from '../../web/ui/icons.js';
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

/** What narrows the list of templates. */
export interface TemplateFilter {
  readonly search: string;
  readonly kind: AskKind | undefined;
}

/** The ways to create a poll, a quiz or a form. */
export function newAskView(
  base: string,
  values: Readonly<Record<string, string>>,
  problem: FormError | undefined,
  filter: TemplateFilter = { search: '', kind: undefined },
): Html {
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
        label: 'Code',
        kind: 'code',
        required: true,
        help: html`As the Code tab of a poll, quiz or form shows it, such as <code>{"title": "Lunch?", "options": ["Soup", "Salad"]}</code>.`,
      },
    ],
    submit: 'Create',
    values,
    problem: problem && { ...problem, issues: problem.issues.map(inPlainWords) },
    ...(problem && { secondaryAction: html`<a class="button" href="${base}/dashboard/asks/new">Cancel</a>` }),
  });
  // What has a problem is not below a long list.
  if (problem)
    return html`<p class="crumb"><a href="${base}/dashboard/asks/new">${icons.back}<span>New</span></a></p>${pageHeading('Paste code', 'The code of a poll, quiz or form creates a copy of it as a draft.')}
${json}`;
  return html`<p class="crumb"><a href="${base}/dashboard">${icons.back}<span>Home</span></a></p>${pageHeading('New poll, quiz or form', 'You can change everything before it is published.')}
<section class="section"><h2>Start from scratch</h2>${blankChoices(base)}</section>
${templateList(base, filter)}
<section class="section" id="paste"><h2>For developers</h2><p class="help">Create a poll, quiz or form from the text of its Code tab.</p><details class="reveal"><summary class="button">Paste code</summary>${json}</details></section>`;
}

function inPlainWords(issue: Issue): Issue {
  return issue.code === 'not_json' ? { ...issue, message: 'Paste the code of a poll, quiz or form.' } : issue;
}

/** The number of templates of a kind that phones show at first. The styles have it too. */
const briefCount = 4;

/** The templates by kind, with a search and links that show one kind. */
function templateList(base: string, { search, kind }: TemplateFilter): Html {
  const path = `${base}/dashboard/asks/new`;
  const found = templates.filter((template) => isFound(template, search));
  const shown = askKinds.filter((one) => kind === undefined || kind === one);
  const groups = shown.map((one) => {
    const cards = found.filter((template) => template.kind === one).map((template) => templateCard(base, template));
    if (cards.length === 0) return null;
    const name = templateHeadings[one];
    // Phones show the first templates of each kind.
    const isBrief = kind === undefined && search === '' && cards.length > briefCount;
    return html`<section class="template-group${isBrief && ' brief'}" id="${one}-templates"><h3>${name}</h3><ul class="templates">${cards}</ul>${
      isBrief &&
      html`<p class="brief-more"><a class="button" href="${path}?kind=${one}#templates">All ${cards.length} ${name.toLowerCase()}</a></p>`
    }</section>`;
  });
  const isEmpty = !found.some((template) => shown.includes(template.kind));
  const chip = (one: AskKind | undefined, label: string) => {
    const query = new URLSearchParams({ ...(one && { kind: one }), ...(search !== '' && { q: search }) }).toString();
    const number = found.filter((template) => one === undefined || template.kind === one).length;
    return html`<li><a class="chip-link" href="${path}${query && `?${query}`}#templates"${one === kind && html` aria-current="true"`}>${label} <span class="chip-count">${number}</span></a></li>`;
  };
  return html`<section class="section" id="templates"><h2>Templates</h2>
<div class="template-filter"><nav aria-label="Kinds of templates"><ul class="chip-links">${chip(undefined, 'All')}${askKinds.map((one) => chip(one, templateHeadings[one]))}</ul></nav>
<form class="filters" method="get" action="${path}#templates" role="search">${kind && html`<input type="hidden" name="kind" value="${kind}">`}<input type="search" name="q" value="${search}" placeholder="Search templates" aria-label="Search templates"><button class="button">Search</button></form></div>
${isEmpty ? html`<p role="status">No template matches “<bdi>${search}</bdi>”. <a href="${path}#templates">Show all</a></p>` : groups}</section>`;
}

/** Returns whether a template has all words of a search in its texts. */
function isFound({ title, summary, kind }: Template, search: string): boolean {
  const text = `${title} ${summary} ${kindNames[kind]}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const templateHeadings = { poll: 'Polls', quiz: 'Quizzes', form: 'Forms' } as const;
