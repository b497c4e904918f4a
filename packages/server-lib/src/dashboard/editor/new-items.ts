import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import type { Member } from './draft-member.js';
import { nextItemId } from './item-ids.js';
import { valueText } from './member-texts.js';

/** The labels of new fields, by type. Others get the name of their type. */
const fieldLabels: Readonly<Record<string, string>> = {
  short_text: 'Your answer',
  long_text: 'Your message',
  email: 'Email address',
  url: 'Website',
  phone: 'Phone number',
  single_choice: 'Choose one',
  multiple_choice: 'Choose all that apply',
  dropdown: 'Choose from the list',
  ranking: 'Put these in order',
  rating: 'How do you rate it?',
  scale: 'How do you rate it from 0 to 10?',
  matrix: 'Rate each of these',
  consent: 'I agree to the processing of my data',
};

/** Returns an item for the end of a list of options, bands, questions or fields. */
export function newItem(
  path: string,
  items: readonly JsonObject[],
  members: readonly Member[],
  type: string | undefined,
): JsonObject {
  const id = nextItemId(path, items);
  const number = items.length + 1;
  const item: Record<string, JsonValue> = {};
  for (const { name, control, isRequired } of members) {
    if (name === 'id') item[name] = id;
    else if (name === 'type' && type !== undefined) item[name] = type;
    else if (name === 'label') item[name] = type === undefined ? `Option ${number}` : labelOfType(type);
    else if (name === 'prompt') item[name] = `Question ${number}`;
    else if (name === 'title') item[name] = `Result ${number}`;
    else if (control.type === 'labels' && (isRequired || needsOptions(name, type))) item[name] = newLabels(name);
    else if (name === 'min_percentage') item[name] = nextPercentage(items);
    else if (control.type === 'number' && isRequired) item[name] = control.min ?? 0;
  }
  if (members.some(({ name }) => name === 'answer')) item['answer'] = newAnswer(type);
  return item;
}

/** Returns where the next of several texts by result begins: half way between the last one and 100 %. */
function nextPercentage(items: readonly JsonObject[]): number {
  const taken = items.map(({ min_percentage }) => (typeof min_percentage === 'number' ? min_percentage : 0));
  if (taken.length === 0) return 0;
  const last = Math.max(...taken);
  return last >= 100 ? 100 : Math.round((last + 100) / 2);
}

function labelOfType(type: string): string {
  return Object.hasOwn(fieldLabels, type) ? (fieldLabels[type] ?? type) : valueText('type', type);
}

/** Members that are not allowed for a type are not among the members of a new item. */
function needsOptions(name: string, type: string | undefined): boolean {
  return type !== undefined && (name === 'options' || name === 'targets');
}

function newLabels(name: string): JsonObject[] {
  const noun = name === 'rows' ? 'Row' : name === 'targets' ? 'Match' : 'Option';
  const first = { id: nextItemId(name, []), label: `${noun} 1` };
  return [first, { id: nextItemId(name, [first]), label: `${noun} 2` }];
}

/**
 * The answer key of a new question: nothing is correct before the owner chose it. The order of options and the pairs of
 * a match are the correct ones, as they are listed.
 */
function newAnswer(type: string | undefined): JsonValue {
  switch (type) {
    case 'single':
    case 'boolean':
      return '';
    case 'number':
      return {};
    case 'match':
      return { o1: 't1', o2: 't2' };
    case 'order':
      return ['o1', 'o2'];
    default:
      return [];
  }
}
