import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { isOffered } from './applicable-members.js';
import { isAllowedFor, type Member } from './draft-member.js';
import { nextItemId } from './item-ids.js';
import { inUnit, type Unit, unitOf } from './member-texts.js';
import { itemsOf, objectOf } from './render-member.js';
import { isSameValue } from './same-value.js';
import { specialControls } from './special-controls.js';

/**
 * Reads the members of an object from a submitted form. Members that the form does not have stay unchanged, and members
 * that the type of the object does not allow are left out. Nothing is validated: text that is not a number stays text, so that
 * the validation of the definition names it.
 */
export function readMembers(
  form: SubmittedForm,
  members: readonly Member[],
  before: JsonObject,
  prefix: string,
): JsonObject {
  const type = textIn(form, `${prefix}type`) ?? before['type'];
  // Members that the form left out stay as they are.
  const offered = members.filter((member) => isOffered(member, before));
  const known = new Set(offered.map(({ name }) => name));
  const others = Object.entries(before).filter(([name]) => !known.has(name));
  const allowed = offered.filter((member) => isAllowedFor(member, type));
  const read = (list: readonly Member[], object: JsonObject) =>
    list.flatMap((member): [string, JsonValue][] => {
      const value = unlessSame(readMember(form, member, object, prefix), object[member.name]);
      return value === undefined ? [] : [[member.name, value]];
    });
  const isSpecial = ({ name }: Member) => Object.hasOwn(specialControls, name);
  const plain = read(
    allowed.filter((member) => !isSpecial(member)),
    before,
  );
  // Special controls depend on other members, such as the correct answer on the options.
  const object = { ...before, ...Object.fromEntries(plain) };
  const entries = new Map([...others, ...plain, ...read(allowed.filter(isSpecial), object)]);
  return Object.fromEntries(
    // Members keep their order, so that saving a part does not change the rest.
    [...new Set([...Object.keys(before), ...known])].flatMap((name) => {
      const value = entries.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the object before if the new one means the same, so that views which depend on it are not rendered again. */
function unlessSame(value: JsonValue | undefined, before: JsonValue | undefined): JsonValue | undefined {
  return typeof before === 'object' && isSameValue(value, before) ? before : value;
}

function readMember(form: SubmittedForm, member: Member, object: JsonObject, prefix: string): JsonValue | undefined {
  const { name, control } = member;
  const path = prefix + name;
  const before = Object.hasOwn(object, name) ? object[name] : undefined;
  const special = Object.hasOwn(specialControls, name) ? specialControls[name] : undefined;
  if (special) return special.read(form, path, object);
  switch (control.type) {
    case 'boolean':
      return allValuesOf(form, path).includes('on');
    case 'object': {
      const value = readMembers(form, control.members, objectOf(before), `${path}.`);
      const isEmpty = Object.values(value).every((inner) => inner === null || inner === '');
      return isEmpty ? empty(member) : value;
    }
    case 'labels':
    case 'list':
      return readItems(form, path, control.members, control.max, before, object['type']);
    default: {
      const text = textIn(form, path);
      if (text === undefined || (control.type === 'time' && isSameMinute(text, before))) return before;
      if (control.type === 'number') return readNumber(text, member, before, unitOf(path));
      return readText(text, member);
    }
  }
}

/** Returns whether a time was left as it is. Its field has no seconds. */
function isSameMinute(text: string, before: JsonValue | undefined): boolean {
  return text !== '' && typeof before === 'string' && before.slice(0, 16) === text && before.endsWith('Z');
}

/** Reads a number in the unit of its control. A number that was left as it is keeps the digits that the control does not show. */
function readNumber(
  text: string,
  member: Member,
  before: JsonValue | undefined,
  unit: Unit | undefined,
): JsonValue | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return empty(member);
  const number = toNumber(trimmed);
  if (typeof number !== 'number' || !unit || unit.size === 1) return number;
  return number === inUnit(before, unit) ? before : Math.round(number * unit.size);
}

function readText(text: string, member: Member): JsonValue | undefined {
  const { control } = member;
  const trimmed = text.trim();
  if (trimmed === '') return empty(member);
  switch (control.type) {
    case 'time':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(trimmed) ? `${trimmed}:00.000000Z` : trimmed;
    case 'json':
      return toJson(trimmed);
    default:
      // Forms send line breaks as CR LF.
      return text.replaceAll('\r\n', '\n');
  }
}

/** Returns the value of a member that was left empty. A required text stays empty, so that the validation asks for it. */
function empty({ control, isNullable, isRequired }: Member): JsonValue | undefined {
  if (isNullable) return null;
  return isRequired && control.type === 'text' ? '' : undefined;
}

function toNumber(text: string): JsonValue {
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : text;
}

function toJson(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

function readItems(
  form: SubmittedForm,
  path: string,
  members: readonly Member[],
  max: number,
  before: JsonValue | undefined,
  type: JsonValue | undefined,
): JsonValue | undefined {
  const count = Number(textIn(form, `${path}.count`) ?? Number.NaN);
  if (!Number.isInteger(count)) return before;
  const old = itemsOf(before);
  const items: JsonObject[] = [];
  const hasIds = members.some(({ name }) => name === 'id');
  for (let index = 0; index < Math.min(count, max + 1); index++) {
    const allowed = members.filter((member) => isAllowedFor(member, type));
    const item = readMembers(form, allowed, old[index] ?? {}, `${path}.${index}.`);
    items.push(hasIds && !item['id'] ? { ...item, id: nextItemId(path, [...old, ...items]) } : item);
  }
  const pasted = pastedLabels(textIn(form, `${path}.pasted`) ?? '');
  if (pasted.length === 0) return items;
  // A list takes the place of the options that a new question begins with, and no option comes twice.
  const kept = items.every(isUntouched) ? [] : items.filter(({ label }) => label !== '');
  const known = new Set(kept.map(({ label }) => label));
  for (const label of pasted) {
    if (kept.length > max) break;
    if (!known.has(label)) kept.push({ id: nextItemId(path, [...old, ...items, ...kept]), label });
    known.add(label);
  }
  return kept;
}

/** Returns whether an option has the label that it got when it was added, and nothing else. */
function isUntouched({ id: _, label, ...others }: JsonObject, index: number): boolean {
  const isNew = ['Option', 'Row', 'Match'].some((noun) => label === `${noun} ${index + 1}`);
  return isNew && Object.values(others).every((value) => value === null);
}

/** Returns the labels in a pasted list: one per line, or the first column of a spreadsheet. */
export function pastedLabels(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => (line.split('\t')[0] ?? '').trim().replace(/^(?:[-*•]|\d{1,3}[.)])\s+/, ''))
    .filter((line) => line !== '');
}

function textIn(form: SubmittedForm, name: string): string | undefined {
  return allValuesOf(form, name)[0];
}
