import { valueAt } from '../../base/validation/json-path.js';
import { isJsonObject, type JsonObject } from '../../base/validation/json-value.js';
import { submitTarget } from '../../shared/logic/limits.js';
import { changeNames } from './change-names.js';
import { type DefinitionPart, itemPart, logicMembers } from './definition-parts.js';
import { conditionsIn, fieldId, groupOf } from './draft-conditions.js';
import type { Member } from './draft-member.js';
import type { EditorContext } from './editor-context.js';
import { itemsOf, textOf } from './render-member.js';

/** The lists of a form that the tab Logic edits. */
export const logicLists = ['variables', 'endings', 'quotas'] as const;

/**
 * Returns the part of a form that the tab Logic edits: the conditions of a field by its ID, or an entry of a list by its path, such as
 * `endings.0`, `variables.0.rules.1` or `fields.3.next.0`. Undefined if it does not exist.
 */
export function logicPart(draft: JsonObject, item: string): DefinitionPart | undefined {
  if (!item.includes('.')) {
    const part = itemPart('form', draft, item);
    const members = part?.members.filter(({ name }) => name === 'show_if' || name === 'require_if') ?? [];
    return part && { ...part, members };
  }
  const entry = valueAt(draft, item);
  const members = isJsonObject(entry) ? membersOfEntry(item, entry) : undefined;
  return members && { members, prefix: `${item}.` };
}

function membersOfEntry(item: string, entry: JsonObject): readonly Member[] | undefined {
  switch (item.replaceAll(/\.\d+/g, '')) {
    case 'fields.options':
    case 'fields.rows':
      return [json('show_if')];
    case 'fields.next':
      return [json('to'), json('when')];
    case 'variables':
      return [startValue(entry['type'] === 'text')];
    case 'variables.rules':
      return [...changeNames.map(json), json('when')];
    case 'endings':
      return inOrder(logicMembers('endings'), ['id', 'title', 'text', 'when', 'outcome', 'button', 'url']);
    case 'quotas':
      return inOrder(logicMembers('quotas'), ['id', 'limit', 'when', 'ending']);
    default:
      return undefined;
  }
}

function inOrder(members: readonly Member[], names: readonly string[]): readonly Member[] {
  return names.flatMap((name) => members.filter((member) => member.name === name));
}

/** A member with a special control. */
const json = (name: string): Member => ({ name, control: { type: 'json' }, isNullable: true });

function startValue(isText: boolean): Member {
  return isText
    ? { name: 'value', control: { type: 'text' }, isRequired: true }
    : { name: 'value', control: { type: 'number' }, absent: 0 };
}

/** Returns what the conditions and rules of a part can refer to. */
export function logicContext(
  draft: JsonObject,
  prefix: string,
): Pick<EditorContext, 'earlierFields' | 'variables' | 'targets'> {
  const [list, index = '', inner] = prefix.split('.');
  const at = Number(index);
  const fields = itemsOf(draft['fields']);
  const variables = itemsOf(draft['variables']);
  const targets = targetsAfter(draft, list === 'fields' ? at : -1);
  if (list === 'variables') return { earlierFields: fields, variables: variables.slice(0, at), targets };
  if (list !== 'fields') return { earlierFields: fields, variables, targets };
  const nextPage = fields.findIndex(({ type }, position) => position > at && type === 'page');
  const end = inner !== 'next' ? at : nextPage === -1 ? fields.length : nextPage;
  const positions = variablePositions(draft);
  const isComputed = (variable: JsonObject) => (positions.get(fieldId(variable)) ?? -1) < end;
  return { earlierFields: fields.slice(0, end), variables: variables.filter(isComputed), targets };
}

/** Returns the position of the last field that each variable depends on. -1 if a variable depends on none. */
function variablePositions(draft: JsonObject): ReadonlyMap<string, number> {
  const fields = new Map(itemsOf(draft['fields']).map((field, at) => [fieldId(field), at]));
  const positions = new Map<string, number>();
  for (const variable of itemsOf(draft['variables'])) {
    let last = -1;
    const use = (id: unknown) => {
      if (typeof id === 'string') last = Math.max(last, fields.get(id) ?? positions.get(id) ?? -1);
    };
    for (const { when, ...change } of itemsOf(variable['rules'])) {
      const operands = [...Object.values(change), ...conditionsIn(groupOf(when)).flatMap(({ value }) => value ?? [])];
      for (const { field } of conditionsIn(groupOf(when))) use(field);
      for (const operand of operands.flat()) if (isJsonObject(operand)) Object.values(operand).forEach(use);
    }
    positions.set(fieldId(variable), last);
  }
  return positions;
}

/** A page or an ending that a page can lead to. */
export interface JumpTarget {
  readonly value: string;
  readonly text: string;
  readonly isEnding: boolean;
}

/** Returns the later pages, the endings, and the end of the form. */
function targetsAfter(draft: JsonObject, index: number): readonly JumpTarget[] {
  const pages = pagesIn(draft)
    .filter(({ first, field }) => field !== undefined && first > index)
    .map(({ field, title }) => ({ value: field ? fieldId(field) : '', text: title, isEnding: false }));
  const endings = itemsOf(draft['endings']).map((ending) => ({
    value: fieldId(ending),
    text: `the ending “${textOf(ending['title'])}”`,
    isEnding: true,
  }));
  return [...pages, ...endings, { value: submitTarget, text: 'the end of the form', isEnding: false }];
}

/** A page of a form. */
export interface DraftPage {
  /** Its number and its label. */
  readonly title: string;
  /** The field that starts it. Undefined for a first page without one. */
  readonly field: JsonObject | undefined;
  /** The position of its first field. */
  readonly first: number;
  readonly fields: readonly JsonObject[];
}

/** Returns the pages of a form, in order. */
export function pagesIn(draft: JsonObject): readonly DraftPage[] {
  const pages: { field: JsonObject | undefined; first: number; fields: JsonObject[] }[] = [];
  itemsOf(draft['fields']).forEach((field, first) => {
    if (field['type'] === 'page') pages.push({ field, first, fields: [] });
    else if (pages.length === 0) pages.push({ field: undefined, first, fields: [field] });
    else pages.at(-1)?.fields.push(field);
  });
  return pages.map((page, at) => {
    const label = page.field ? textOf(page.field['label']) : '';
    return { ...page, title: `page ${at + 1}${label === '' ? '' : `, “${label}”`}` };
  });
}

/** Returns the text of what a page leads to. */
export function targetText(draft: JsonObject, to: string): string {
  if (to === '') return '…';
  return targetsAfter(draft, -1).find(({ value }) => value === to)?.text ?? `“${to}” (removed)`;
}
