import { valueAt } from '../../base/validation/json-path.js';
import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { itemKeys } from '../../shared/translations/text-shape.js';
import { itemListOf, partOf } from './definition-parts.js';
import { shortLabel } from './describe-conditions.js';
import { elementId, textsQuery } from './editor-context.js';
import { memberLabel } from './member-texts.js';
import { namedDraft } from './named-draft.js';
import { objectOf, textOf } from './render-member.js';

/** Where a member of a definition is edited, and what owners call it. */
interface IssuePlace {
  readonly tab: 'edit' | 'logic' | 'translate' | 'settings' | 'design';
  /** The query and the fragment of the page, which lead to the control. */
  readonly address: string;
  /** The question with its number and its text, and the label of the control. */
  readonly name: string;
}

/** Returns the place of the member at a path, such as `questions.1.options.0.label`. */
export function placeOfIssue(kind: AskKind, edited: JsonObject, path: string): IssuePlace {
  const draft = namedDraft(edited);
  const [list = '', index = '', ...rest] = path.split('.');
  const fragment = `#${elementId(path)}`;
  if (list === 'design') return { tab: 'design', address: '', name: memberLabel(index === '' ? list : index) };
  if (list === 'languages') return { tab: 'translate', address: '', name: memberLabel(list) };
  if (list === 'translations') {
    const address = index === '' ? '' : `?item=${encodeURIComponent(index)}#${elementId(path)}`;
    const names = [
      memberLabel(list),
      index,
      ...(rest.length === 0 ? [] : [placeOfIssue(kind, draft, pathOf(draft, rest)).name]),
    ];
    return { tab: 'translate', address, name: names.filter((part) => part !== '').join(', ') };
  }
  const entry =
    kind === 'form'
      ? /^(endings|variables|quotas|fields\.\d+\.next|variables\.\d+\.rules)\.\d+/.exec(path)?.[0]
      : undefined;
  const item = path.match(/^fields\.\d+\.(?:options|rows)\.\d+(?=\.show_if)/)?.[0] ?? entry;
  if (item !== undefined)
    return { tab: 'logic', address: `?item=${item}#${elementId(item)}`, name: nameOfEntry(draft, path) };
  if (list !== itemListOf(kind) || index === '') {
    if (list === itemListOf(kind)) return { tab: 'edit', address: '', name: nameWithin(path) };
    const isContent = partOf(kind, 'content').members.some(({ name }) => name === list);
    const query = isContent && itemListOf(kind) !== null ? textsQuery : '';
    return { tab: isContent ? 'edit' : 'settings', address: query + fragment, name: nameWithin(path) };
  }
  const question = objectOf(valueAt(draft, `${list}.${index}`));
  const id = textOf(question['id']);
  const isCondition = rest[0] === 'show_if' || rest[0] === 'require_if';
  const title = textOf(question['label']) || textOf(question['prompt']);
  const names = [
    `${list === 'questions' ? 'Question' : 'Field'} ${Number(index) + 1}`,
    ...(title === '' ? [] : [`“${shortLabel(title)}”`]),
  ];
  return {
    tab: isCondition ? 'logic' : 'edit',
    address: `${id === '' ? '' : `?item=${encodeURIComponent(id)}`}${isCondition ? '#condition' : fragment}`,
    name: [...names, ...(rest.length === 0 ? [] : [nameWithin(isCondition ? (rest[0] ?? '') : rest.join('.'))])].join(
      ', ',
    ),
  };
}

/** Returns the path of the text to which a translation refers by members and keys. */
function pathOf(draft: JsonObject, keys: readonly string[]): string {
  let path = '';
  for (const key of keys) {
    const list = valueAt(draft, path);
    const isKey = (item: JsonValue) => itemKeys.some((member) => String(objectOf(item)[member]) === key);
    const at = Array.isArray(list) ? list.findIndex(isKey) : -1;
    path = `${path}${path === '' ? '' : '.'}${at === -1 ? key : at}`;
  }
  return path;
}

/** The names of the entries of lists. */
const entryNames: Readonly<Record<string, string>> = {
  bands: 'Text by result',
  endings: 'Ending',
  fields: 'Field',
  next: 'Jump',
  quotas: 'Quota',
  rules: 'Rule',
  variables: 'Variable',
  options: 'Option',
  rows: 'Row',
  targets: 'Match',
};

/** Returns the name of an entry of the tab Logic: "Field 3, Jump 1, If". */
function nameOfEntry(draft: JsonObject, path: string): string {
  const short = /^(.*?\.(?:when|show_if))(?:\.|$)/.exec(path)?.[1] ?? path;
  const [list = '', index = ''] = path.split('.');
  const { title, id, label } = objectOf(valueAt(draft, `${list}.${index}`));
  const name = textOf(title) || textOf(label) || (list === 'variables' ? textOf(id) : '');
  return `${nameWithin(short)}${name === '' ? '' : ` (“${shortLabel(name)}”)`}`;
}

/** Returns the label of a member, with the numbers of the entries that have it: "Option 2, Address of an image". */
function nameWithin(path: string): string {
  const parts = path.split('.');
  const entries = parts.flatMap((part, at) =>
    /^\d+$/.test(part) && at > 0
      ? [`${entryNames[parts[at - 1] ?? ''] ?? memberLabel(parts[at - 1] ?? '')} ${Number(part) + 1}`]
      : [],
  );
  const isEntry = /^\d+$/.test(parts.at(-1) ?? '');
  const isOwnText = entries.length > 0 && parts.at(-1) === 'label';
  return [...entries, ...(isEntry || isOwnText ? [] : [labelOf(path)])].join(', ');
}

/** The answer key has members named after options. */
function labelOf(path: string): string {
  const [first = ''] = path.split('.');
  return memberLabel(first === 'answer' ? first : path);
}
