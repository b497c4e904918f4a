import { type Html, html } from '../../base/html.js';
import { valueAt } from '../../base/validation/json-path.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { Issue } from '../../shared/faults/fault.js';
import { icons } from '../../web/ui/icons.js';
import { actionButton, labelledControl } from './control-html.js';
import { describeChange, describeOperand, describeWhen, shortLabel } from './describe-conditions.js';
import { conditionsIn, groupOf, isOpenValue, type LogicNames } from './draft-conditions.js';
import { elementId } from './editor-context.js';
import { targetText } from './logic-parts.js';
import { entryWarnings, warningText } from './logic-warnings.js';
import { itemsOf, objectOf, textOf } from './render-member.js';

/** The data that all entries of the tab Logic share: jumps, variables, rules, endings, quotas, and options with conditions. */
export interface EntryPage {
  readonly draft: JsonObject;
  readonly names: LogicNames;
  /** The path of the entry that is edited. */
  readonly item: string | undefined;
  readonly path: string;
  readonly tried: string;
  /** The controls of the entry that is edited. */
  readonly controls: Html;
  readonly issues: readonly Issue[];
  readonly warnings: readonly Issue[];
}

/** An entry as a row. */
interface Entry {
  /** Its path, such as `endings.0`. */
  readonly at: string;
  /** The sentence that says what it does. */
  readonly text: string;
  /** The number of entries in its list. 0: it cannot be moved or removed. */
  readonly count: number;
  readonly more?: Html | null;
}

function entryRow(
  { draft, item, path, tried, controls, issues, warnings }: EntryPage,
  { at, text, count, more }: Entry,
): Html {
  const isOpen = item === at;
  const index = Number(at.slice(at.lastIndexOf('.') + 1));
  const link = (address: string) => `${path}?${[address, tried].filter(Boolean).join('&')}#${elementId(at)}`;
  const isWithin = (fault: string) => fault === at || fault.startsWith(`${at}.`);
  const isFaulty = !isOpen && issues.some((issue) => isWithin(issue.path) && !isOpenPath(draft, issue.path));
  return html`<li class="entry${isOpen && ' open'}" id="${elementId(at)}"><div class="entry-head"><span class="entry-text" dir="auto">${sentence(text)}</span><span class="flow-actions">${index > 0 && count > 0 && actionButton(`up:${at}`, icons.up, 'Move up', text)}${
    index < count - 1 && actionButton(`down:${at}`, icons.down, 'Move down', text)
  }${count > 0 && actionButton(`remove:${at}`, icons.trash, 'Remove', text)}${
    isOpen
      ? html`<a class="button small" href="${link('')}" aria-expanded="true">Done<span class="unseen"> with ${text}</span></a>`
      : html`<a class="quiet-action" href="${link(`item=${encodeURIComponent(at)}`)}" aria-expanded="false">Change<span class="unseen"> ${text}</span></a>`
  }</span></div>${
    isFaulty && html`<p class="fault">${icons.alert}<span>Needs a change.</span></p>`
  }${entryWarnings(warnings, at).map(warningText)}${isOpen && html`<div class="flow-edit" tabindex="-1">${controls}</div>`}${more}</li>`;
}

const add = (action: string, text: string): Html =>
  html`<button class="button small" name="do" value="add:${action}">${icons.plus}${text}</button>`;

const ifText = (when: string | null): string => (when === null ? '' : ` if ${when}`);

/** Returns a sentence whose quoted labels and values stand out. */
export function sentence(text: string): Html {
  return html`${text.split(/(“[^”]*”)/).map((part, at) => (at % 2 === 1 ? html`<b>${part}</b>` : part))}`;
}

/** The button that adds a jump to a page. */
export function jumpButton(index: number): Html {
  return html`<button class="quiet-action" name="do" value="add:fields.${index}.next">Add a jump</button>`;
}

/** The button that adds a jump to a first page without a page field, which it adds too. */
export const firstPageJump = html`<button class="quiet-action" name="do" value="add:next">Add a jump<span class="unseen"> after page 1</span></button>`;

/**
 * The jumps of a page, and the options and rows of a field that can have conditions. Null if there is nothing to show.
 *
 * @param isOpen Whether the condition of the field is edited.
 */
export function fieldEntries(page: EntryPage, index: number, isOpen: boolean): Html | null {
  const field = itemsOf(page.draft['fields'])[index] ?? {};
  if (field['type'] !== 'page') return index === 0 ? null : itemEntries(page, index, field, isOpen);
  const rules = itemsOf(field['next']);
  if (rules.length === 0) return null;
  return html`<ol class="entries">${rules.map((_, rule) => jumpRow(page, `fields.${index}.next`, rule))}</ol>`;
}

function jumpRow(page: EntryPage, list: string, index: number): Html {
  const rules = itemsOf(valueAt(page.draft, list));
  return entryRow(page, {
    at: `${list}.${index}`,
    text: jumpText(page.draft, page.names, rules[index] ?? {}),
    count: rules.length,
  });
}

/** Returns a jump as a sentence: "To page 3 if …". */
export function jumpText(draft: JsonObject, names: LogicNames, { to, when }: JsonObject): string {
  return `To ${targetText(draft, textOf(to))}${ifText(describeWhen(when, names))}`;
}

/** The options and rows of a field: those with a condition, and folded the others, once one of them or the field itself is edited. */
function itemEntries(page: EntryPage, index: number, field: JsonObject, isOpen: boolean): Html | null {
  const rows = (['options', 'rows'] as const)
    .flatMap((list) => itemsOf(field[list]).map((entry, at) => ({ entry, list, at: `fields.${index}.${list}.${at}` })))
    // The columns of a matrix cannot have conditions. Those that have one can be corrected.
    .filter(({ entry, list }) => field['type'] !== 'matrix' || list === 'rows' || entry['show_if'])
    .map(({ entry, at }) => ({ at, entry, isUsed: at === page.item || groupOf(entry['show_if']).parts.length > 0 }));
  const used = rows.filter(({ isUsed }) => isUsed);
  const others = rows.filter(({ isUsed }) => !isUsed);
  const isOffered = (isOpen && rows.length <= maxOffered) || used.length > 0;
  if (!isOffered || rows.length === 0) return null;
  const toRow = ({ entry, at }: (typeof rows)[number]) => {
    const when = describeWhen(entry['show_if'], page.names);
    const label = shortLabel(textOf(entry['label']));
    return entryRow(page, { at, text: when === null ? label : `“${label}” is shown if ${when}`, count: 0 });
  };
  const parts = field['type'] === 'matrix' ? 'rows' : 'options';
  const title = used.length > 0 ? `Other ${parts}` : `Show ${parts} only after certain answers`;
  return html`${used.length > 0 && html`<ol class="entries">${used.map(toRow)}</ol>`}${
    others.length > 0 &&
    html`<details class="more" id="items-${textOf(field['id'])}"><summary>${title}<span class="unseen"> of ${textOf(field['label'])}</span></summary><ol class="entries">${others.map(toRow)}</ol></details>`
  }`;
}

/** The maximum number of options that are offered for conditions if none has one. Longer lists are edited in Code. */
const maxOffered = 20;

/** The variables, endings and quotas of a form. */
export function formEntries(page: EntryPage): Html {
  const { draft, names } = page;
  const list = (name: string) => itemsOf(draft[name]);
  const [variables, endings, quotas] = [list('variables'), list('endings'), list('quotas')];
  return html`${section(
    'variables',
    'Variables',
    'Numbers and texts that are computed from answers, such as a score or a price. Texts can show them as {{name}}.',
    variables.map((variable, index) => variableRow(page, variable, index, variables.length)),
    html`${add('variables:number', 'Add a number')}${add('variables:text', 'Add a text')}`,
  )}${section(
    'endings',
    'Endings',
    'What visitors read after the form: the ending that a jump leads to, or the first one whose conditions are true.',
    endings.map(({ title, when, outcome }, index) =>
      entryRow(page, {
        at: `endings.${index}`,
        text: `${shortLabel(textOf(title))}${ifText(describeWhen(when, names))}${outcome === 'disqualified' ? ' (does not count)' : ''}`,
        count: endings.length,
      }),
    ),
    add('endings', 'Add an ending'),
  )}${section(
    'quotas',
    'Quotas',
    'Accept only some answers of a kind, such as 20 registrations for a workshop.',
    quotas.map(({ limit, when, ending }, index) =>
      entryRow(page, {
        at: `quotas.${index}`,
        text: `At most ${String(limit ?? '…')} answers${ifText(describeWhen(when, names))}${typeof ending === 'string' ? `, then ${targetText(draft, ending)}` : ''}`,
        count: quotas.length,
      }),
    ),
    add('quotas', 'Add a quota'),
  )}`;
}

function section(list: string, title: string, help: string, rows: readonly Html[], buttons: Html): Html {
  return html`<section class="logic-list" id="${elementId(list)}"><h2>${title}</h2><p class="help">${help}</p>${
    rows.length > 0 && html`<ol class="entries">${rows}</ol>`
  }<div class="list-actions">${buttons}</div></section>`;
}

function variableRow(page: EntryPage, variable: JsonObject, index: number, count: number): Html {
  const at = `variables.${index}`;
  const rules = itemsOf(variable['rules']);
  const rows = rules.map((rule, number) =>
    entryRow(page, {
      at: `${at}.rules.${number}`,
      text: `${describeChange(rule, page.names)}${ifText(describeWhen(rule['when'], page.names))}`,
      count: rules.length,
    }),
  );
  const name = textOf(variable['id']);
  const rename =
    page.item === at &&
    html`<div class="rename">${labelledControl(
      { sites: [], issues: [], earlierFields: [] },
      {
        path: `${at}.renamed`,
        label: 'New name',
        help: 'Conditions and texts follow.',
        control: (attributes) => html`<input type="text" ${attributes} autocomplete="off">`,
      },
    )}<button class="button small" name="do" value="save">Rename</button></div>`;
  return entryRow(page, {
    at,
    text: `${name} starts with ${describeOperand(variable['value'] ?? (variable['type'] === 'text' ? '' : 0), page.names)}`,
    count,
    more: html`${rename}${rows.length > 0 && html`<ol class="entries">${rows}</ol>`}<div class="list-actions">${add(`${at}.rules`, 'Add a rule')}</div>`,
  });
}

/** Returns whether a path leads to a value that is not entered yet, which is not marked as wrong. */
export function isOpenPath(draft: JsonObject, path: string): boolean {
  if (!/\.(show_if|require_if|when|to|set|add|subtract|multiply|divide)(\.|$)/.test(path)) return false;
  const value = valueAt(draft, path);
  if (isOpenValue(value)) return true;
  const parent = objectOf(valueAt(draft, path.slice(0, path.lastIndexOf('.'))));
  return conditionsIn(groupOf(parent)).some((condition) => isOpenValue(condition.value));
}
