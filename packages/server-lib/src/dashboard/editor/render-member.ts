import { Html, html } from '../../base/html.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { icons } from '../../web/ui/icons.js';
import { renderKeyMark, renderKeyNote } from './answer-key.js';
import { pairedTargets } from './answer-pairs.js';
import { isOffered } from './applicable-members.js';
import { actionButton, checkbox, controlGroup, labelledControl, optionList, selectControl } from './control-html.js';
import { isAllowedFor, type Member } from './draft-member.js';
import type { EditorContext } from './editor-context.js';
import { addText, helpOf, inUnit, memberLabel, unitOf, valueText } from './member-texts.js';
import { specialControls } from './special-controls.js';

/** Renders the controls of the members of an object. Members that its type does not allow are left out. */
export function renderMembers(
  context: EditorContext,
  members: readonly Member[],
  object: JsonObject,
  prefix: string,
): Html {
  return html`${offeredMembers(members, object).map((member) => renderMember(context, member, object, prefix))}`;
}

/** Returns the members of an object that owners can edit. */
export function offeredMembers(members: readonly Member[], object: JsonObject): readonly Member[] {
  return members.filter((member) => isAllowedFor(member, object['type']) && isOffered(member, object));
}

function renderMember(context: EditorContext, member: Member, object: JsonObject, prefix: string): Html | null {
  const { name, control, isRequired } = member;
  const path = prefix + name;
  const special = Object.hasOwn(specialControls, name) ? specialControls[name] : undefined;
  if (special) return special.render(context, path, object);
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  const label = memberLabel(path);
  const isReceiptLost = name === 'receipt' && context.sendsEmails === false;
  if (isReceiptLost && value !== true) return null;
  const help = isReceiptLost ? noEmails : helpOf(path);
  switch (control.type) {
    case 'boolean':
      return checkbox(context, path, label, help, (value ?? member.absent) === true);
    case 'object':
      return controlGroup(
        context,
        path,
        // The heading of the settings says it.
        name === 'after' ? html`<span class="unseen">${label}</span>` : label,
        help,
        renderMembers(context, control.members.map(optional), objectOf(value), `${path}.`),
      );
    case 'labels': {
      const pairs = name === 'options' || name === 'targets' ? pairedTargets(object) : undefined;
      if (pairs)
        return name === 'options'
          ? pairList(context, prefix, object, pairs)
          : otherTargets(context, path, value, pairs);
      return labelList(context, path, label, control.members, value, object);
    }
    case 'list':
      return objectList(context, path, label, control.members, value);
    default:
      return labelledControl(context, {
        path,
        label: html`${label}${!isRequired && control.type === 'text' && html` <span class="optional">optional</span>`}`,
        help: control.type === 'time' ? html`${help} ${zoneNote}` : help,
        isRequired: isRequired === true,
        unit: unitOf(path)?.text,
        control: (attributes) => simpleControl(context, attributes, member, inUnit(value, unitOf(path))),
      });
  }
}

/** Returns a member of an object. Owners leave all its members empty if they do not want the object. */
const optional = (member: Member): Member => ({ ...member, isRequired: undefined });

const noEmails = 'This service sends no emails, so no receipts arrive.';

/** Says in which time zone a time is entered. Scripts use the one of the browser. */
const zoneNote = html`<span data-zone>Time zone: UTC.</span>`;

function simpleControl(
  { hasUsers = false }: EditorContext,
  attributes: Html,
  { name, control, isNullable, absent }: Member,
  value: JsonValue | undefined,
): Html {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  switch (control.type) {
    case 'text':
      return control.isLong
        ? // HTML parsers drop a newline at the start of a textarea.
          html`<textarea ${attributes} rows="3" dir="auto">${'\n'}${text}</textarea>`
        : html`<input type="${control.isUrl ? 'url' : 'text'}" ${attributes} value="${text}" dir="auto" autocomplete="off">`;
    case 'number':
      return html`<input type="text" inputmode="${control.isInteger ? 'numeric' : 'decimal'}" ${attributes} value="${text}" autocomplete="off"${
        typeof absent === 'number' && html` placeholder="${absent}"`
      }>`;
    case 'time':
      return html`<input type="datetime-local" ${attributes} value="${text.slice(0, 16)}" data-utc>`;
    case 'choice': {
      const none = isNullable ? [{ value: '', text: noneText(name) }] : [];
      const isOffered = (entry: string) => name !== 'one_per' || entry !== 'user' || hasUsers || value === entry;
      const values = control.values.filter(isOffered).map((entry) => ({ value: entry, text: valueText(name, entry) }));
      const current = value === undefined ? absent : value;
      return selectControl(attributes, [...none, ...values], typeof current === 'string' ? current : '');
    }
    default:
      return html`<textarea ${attributes} rows="4" class="mono" spellcheck="false">${'\n'}${
        value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
      }</textarea>`;
  }
}

const noneText = (name: string): string => (name === 'one_per' ? 'Any number' : 'None');

/** The options of a question, or other items with a label and few other members. */
function labelList(
  context: EditorContext,
  path: string,
  label: string,
  members: readonly Member[],
  value: JsonValue | undefined,
  object: JsonObject,
): Html {
  const { type } = object;
  const { nameText = (text) => text } = context;
  // Only questions have correct options.
  const key = /^questions\.\d+\.options$/.test(path) ? path.replace(/options$/, 'answer') : undefined;
  const items = itemsOf(value);
  // Conditions of options and rows are edited in the tab Logic.
  const more = members.filter(
    (member) => !['id', 'label', 'show_if'].includes(member.name) && isAllowedFor(member, type),
  );
  const row = (item: JsonObject, index: number): Html => {
    const at = `${path}.${index}`;
    const text = nameText(textOf(item['label']));
    return html`<li class="label-row"><span class="label-line">${key !== undefined && renderKeyMark(key, object, item)}${labelField(context, at, `${label} ${index + 1}`, item)}${itemButtons(path, index, items.length, text)}</span>${
      more.length > 0 &&
      html`<details class="more"${hasValues(item, more) && html` open`}>${moreButton(text)}${renderMembers({ ...context }, more, { ...item, ...(type === undefined ? {} : { type }) }, `${at}.`)}</details>`
    }</li>`;
  };
  const rows = items.map((item, index) => Html.lazy(() => row(item, index)));
  return controlGroup(
    context,
    path,
    label,
    '',
    html`${key !== undefined && renderKeyNote(context, key, object)}<input type="hidden" name="${path}.count" value="${items.length}"><ol class="label-list" data-list="${path}">${rows}</ol>
<div class="list-actions"><button class="button small" name="do" value="add:${path}">${icons.plus}${addText(path)}</button>
<details><summary class="button small">Paste a list</summary>${labelledControl(context, {
      path: `${path}.pasted`,
      label: 'One per line',
      help: 'A column of a spreadsheet can be pasted too.',
      control: (attributes) => html`<textarea ${attributes} rows="4"></textarea>`,
    })}<button class="button small" name="do" value="save">Add to the list</button></details></div>`,
  );
}

/** The options of a match question beside their targets. The key is what stands on the same line. */
function pairList(context: EditorContext, prefix: string, object: JsonObject, pairs: readonly number[]): Html {
  const path = `${prefix}options`;
  const options = itemsOf(object['options']);
  const targets = itemsOf(object['targets']);
  const choices = optionList(targets.map(({ id, label }) => ({ value: textOf(id), text: textOf(label) })));
  const row = (option: JsonObject, index: number): Html => {
    const at = pairs[index] ?? -1;
    const target = targets[at] ?? {};
    const [text, id] = [textOf(option['label']), textOf(option['id'])];
    const chosen = textOf(target['id']);
    return html`<li class="label-row"><span class="label-line pair-line">${labelField(context, `${path}.${index}`, `Option ${index + 1}`, option)}${labelField(context, `${prefix}targets.${at}`, `Match of ${text}`, target)}${itemButtons(path, index, options.length, text)}</span><details class="more">${moreButton(text)}${labelledControl(
      context,
      {
        path: `${prefix}answer.${id}`,
        label: 'Correct match',
        help: 'Several options can have the same match. Both are then listed separately.',
        control: (attributes) => choices(attributes, chosen, chosen),
      },
    )}</details></li>`;
  };
  const rows = options.map((option, index) => Html.lazy(() => row(option, index)));
  return controlGroup(
    context,
    path,
    'Pairs',
    '',
    html`${renderKeyNote(context, `${prefix}answer`, object)}<input type="hidden" name="${path}.count" value="${options.length}"><ol class="label-list" data-list="${path}">${rows}</ol>
<div class="list-actions"><button class="button small" name="do" value="add:${path}">${icons.plus}Add pair</button></div>`,
  );
}

/** The targets of a match question that no option matches. */
function otherTargets(
  context: EditorContext,
  path: string,
  value: JsonValue | undefined,
  pairs: readonly number[],
): Html {
  const targets = itemsOf(value);
  const rows = targets.flatMap((target, index) =>
    pairs.includes(index)
      ? []
      : html`<li class="label-row"><span class="label-line">${labelField(context, `${path}.${index}`, `Match ${index + 1}`, target)}<span class="row-buttons">${actionButton(`remove:${path}.${index}`, icons.trash, 'Remove', textOf(target['label']))}</span></span></li>`,
  );
  return controlGroup(
    context,
    path,
    'Other matches',
    'Visitors can choose them too. No option matches them.',
    html`<input type="hidden" name="${path}.count" value="${targets.length}"><ol class="label-list" data-list="${path}">${rows}</ol>
<div class="list-actions"><button class="button small" name="do" value="add:${path}">${icons.plus}${addText(path)}</button></div>`,
  );
}

/** The label of an item of a list, with its ID. */
function labelField(context: EditorContext, path: string, label: string, { id, label: text }: JsonObject): Html {
  return html`${labelledControl(context, {
    path: `${path}.label`,
    label: html`<span class="unseen">${label}</span>`,
    control: (attributes) =>
      html`<input type="text" ${attributes} value="${textOf(text)}" dir="auto" autocomplete="off">`,
  })}<input type="hidden" name="${path}.id" value="${textOf(id)}">`;
}

function objectList(
  context: EditorContext,
  path: string,
  label: string,
  members: readonly Member[],
  value: JsonValue | undefined,
): Html {
  const items = itemsOf(value);
  const rows = items.map(
    (item, index) =>
      html`<li class="object-row">${itemButtons(path, index, items.length, `${label} ${index + 1}`)}${renderMembers(context, members, item, `${path}.${index}.`)}</li>`,
  );
  return controlGroup(
    context,
    path,
    label,
    helpOf(path),
    html`<input type="hidden" name="${path}.count" value="${items.length}"><ol class="object-list">${rows}</ol>
<div class="list-actions"><button class="button small" name="do" value="add:${path}">${icons.plus}${addText(path)}</button></div>`,
  );
}

function itemButtons(path: string, index: number, count: number, text: string): Html {
  return html`<span class="row-buttons">${actionButton(`up:${path}.${index}`, icons.up, 'Move up', text, index > 0)}${actionButton(`down:${path}.${index}`, icons.down, 'Move down', text, index < count - 1)}${actionButton(`remove:${path}.${index}`, icons.trash, 'Remove', text)}</span>`;
}

/** Opens the rarely used settings of an item of a list. Stands on the line of its other buttons. */
function moreButton(text: string): Html {
  return html`<summary class="icon-button" title="More">${icons.more}<span class="unseen">More about ${text}</span></summary>`;
}

function hasValues(item: JsonObject, members: readonly Member[]): boolean {
  return members.some(({ name }) => item[name] !== undefined && item[name] !== null);
}

/** Returns the items of a list. An item may be written as its label alone. */
export function itemsOf(value: JsonValue | undefined): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: JsonValue) => (typeof item === 'string' ? { label: item } : objectOf(item)));
}

export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
