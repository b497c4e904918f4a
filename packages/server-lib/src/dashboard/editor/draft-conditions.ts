import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';

/* Reads the conditions of a draft, which may be invalid. */

/** What a condition is about: an answer, a row of a matrix, the number of choices, or a variable. */
export type SubjectKind = 'field' | 'row' | 'count' | 'variable';

/** A condition of a draft. */
export interface DraftCondition {
  readonly subject: SubjectKind;
  /** The ID of the field. For a variable, the ID of the variable. */
  readonly field: string;
  /** The ID of the row. Empty for other subjects. */
  readonly row: string;
  readonly operator: string;
  /** Undefined for operators without a value. */
  readonly value: JsonValue | undefined;
}

/** A group of conditions and of other groups. */
export interface DraftGroup {
  readonly match: GroupMatch;
  readonly parts: readonly DraftPart[];
  /** The group as it is written in the draft. */
  readonly json: JsonObject;
}

export type DraftPart = DraftCondition | DraftGroup;

/** Whether all conditions of a group must be true, any of them, or none. */
export type GroupMatch = (typeof groupMatches)[number];

export const groupMatches = ['all', 'any', 'none'] as const;

export const isGroup = (part: DraftPart): part is DraftGroup => 'parts' in part;

const noConditions: DraftGroup = { match: 'all', parts: [], json: {} };

/** Returns the conditions in a value. A single condition is a group of one. */
export function groupOf(value: JsonValue | undefined): DraftGroup {
  if (!isJsonObject(value)) return noConditions;
  const known = groups.get(value) ?? readRoot(value);
  groups.set(value, known);
  return known;
}

/** The groups in drafts, since a page asks for each of them several times. A draft never changes after it is parsed. */
const groups = new WeakMap<JsonObject, DraftGroup>();

function readRoot(value: JsonObject): DraftGroup {
  const part = readPart(value);
  return isGroup(part) ? part : { match: 'all', parts: [part], json: { all: [value] } };
}

function readPart(value: JsonObject): DraftPart {
  const match = groupMatches.find((name) => value[name] !== undefined);
  if (match === undefined) return toDraftCondition(value);
  const list = value[match];
  const parts = Array.isArray(list) ? list.filter((item: JsonValue) => isJsonObject(item)).map(readPart) : [];
  return { match, parts, json: value };
}

function toDraftCondition(json: JsonObject): DraftCondition {
  const { field, row, count, variable, answered } = json;
  const text = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');
  const subject: SubjectKind =
    variable !== undefined ? 'variable' : count !== undefined ? 'count' : row !== undefined ? 'row' : 'field';
  const comparison = Object.keys(json).find((name) => !subjectNames.has(name)) ?? 'is';
  const isAboutAnswered = answered !== undefined;
  return {
    subject,
    field: text(variable ?? count ?? field),
    row: text(row),
    operator: isAboutAnswered ? (answered === true ? 'answered' : 'unanswered') : comparison,
    value: isAboutAnswered ? undefined : json[comparison],
  };
}

const subjectNames: ReadonlySet<string> = new Set<SubjectKind>(['field', 'row', 'count', 'variable']);

/** Returns the conditions of a group and of the groups in it. */
export function conditionsIn({ parts }: DraftGroup): readonly DraftCondition[] {
  return parts.flatMap((part) => (isGroup(part) ? conditionsIn(part) : [part]));
}

/** Returns the subject of a condition in JSON. */
export function subjectJson({ subject, field, row }: Pick<DraftCondition, 'subject' | 'field' | 'row'>): JsonObject {
  if (subject === 'row') return { field, row };
  return { [subject]: field };
}

/** Returns the text that stands for the subject of a condition in forms: `a`, `a.r1`, `#a` or `$a`. */
export function subjectKey({ subject, field, row }: Pick<DraftCondition, 'subject' | 'field' | 'row'>): string {
  if (subject === 'row') return `${field}.${row}`;
  return subject === 'field' ? field : `${subject === 'count' ? '#' : '$'}${field}`;
}

/** Returns the subject that a text stands for. */
export function subjectOfKey(key: string): Pick<DraftCondition, 'subject' | 'field' | 'row'> {
  if (key.startsWith('#')) return { subject: 'count', field: key.slice(1), row: '' };
  if (key.startsWith('$')) return { subject: 'variable', field: key.slice(1), row: '' };
  const [field = '', row] = key.split('.');
  return row === undefined ? { subject: 'field', field, row: '' } : { subject: 'row', field, row };
}

/** Returns whether a value of a condition is not entered yet. Such a condition is not marked as wrong. */
export function isOpenValue(value: JsonValue | undefined): boolean {
  return value === '' || (Array.isArray(value) && (value.length === 0 || value.includes('')));
}

/** What conditions of a draft refer to, by ID. */
export interface LogicNames {
  readonly fields: ReadonlyMap<string, JsonObject>;
  readonly variables: ReadonlyMap<string, JsonObject>;
}

/** Returns the fields and variables of a form by their IDs. */
export function namesOf({ fields, variables }: JsonObject): LogicNames {
  return { fields: fieldsById(objectsIn(fields)), variables: fieldsById(objectsIn(variables)) };
}

/** Returns the type that decides how a condition compares. */
export function typeOfSubject(
  { subject, field }: Pick<DraftCondition, 'subject' | 'field'>,
  names: LogicNames,
): string {
  if (subject === 'count') return 'count';
  const type = (subject === 'variable' ? names.variables : names.fields).get(field)?.['type'];
  if (typeof type !== 'string') return '';
  if (subject === 'row') return 'single_choice';
  return subject === 'variable' ? `${type}_variable` : type;
}

const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((item: JsonValue) => isJsonObject(item)) : [];

/** Returns the ID of a field. Empty if it has no ID. */
export const fieldId = ({ id }: JsonObject): string => (typeof id === 'string' ? id : '');

/** Returns the fields by their IDs. The first field is used if several have the same ID. */
export function fieldsById(fields: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  return new Map(fields.map((field) => [fieldId(field), field] as const).reverse());
}

/** Returns the label of a field, or the ID of a field without a label. */
export const fieldLabel = (field: JsonObject): string =>
  typeof field['label'] === 'string' && field['label'] !== '' ? field['label'] : fieldId(field);

/** An option or a row of a field with its label. */
interface DraftOption {
  readonly id: string;
  readonly label: string;
}

/** Returns the options of a field that have an ID. */
export function optionsOf(field: JsonObject): readonly DraftOption[] {
  const known = optionsByField.get(field) ?? labelled(field['options']);
  optionsByField.set(field, known);
  return known;
}

/** The options of fields, since each condition asks for the options of its field. A draft never changes after it is parsed. */
const optionsByField = new WeakMap<JsonObject, readonly DraftOption[]>();

/** Returns the rows of a matrix that have an ID. */
export const rowsOf = (field: JsonObject): readonly DraftOption[] => labelled(field['rows']);

function labelled(items: JsonValue | undefined): DraftOption[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: JsonValue) =>
    isJsonObject(item) && typeof item['id'] === 'string' && typeof item['label'] === 'string'
      ? [{ id: item['id'], label: item['label'] }]
      : [],
  );
}

/** Returns whether visitors can answer a field, so that conditions can refer to it. */
export const takesAnswers = ({ type }: JsonObject): boolean =>
  typeof type !== 'string' || !['heading', 'image', 'video', 'page'].includes(type);

/** The types of fields whose answers are numbers. */
export const numberTypes = ['number', 'rating', 'scale'];
