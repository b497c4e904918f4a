import { type Html, type HtmlPart, html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import { hasValue } from './applicable-members.js';
import type { Member } from './draft-member.js';
import { type EditorContext, elementId } from './editor-context.js';

/** The members of questions and fields that are rarely used, by their names. */
const rareOfItems: readonly string[] = [
  ...['penalty', 'partial', 'case_sensitive', 'image_url'],
  ...['min_length', 'max_length', 'placeholder', 'min_choices', 'max_choices', 'step', 'nps', 'require_if'],
];

/** Divides the members of a question or field into those that most owners use, and the others. */
export function divideItemMembers(members: readonly Member[]): { usual: readonly Member[]; rare: readonly Member[] } {
  const isRare = ({ name }: Member) => rareOfItems.includes(name);
  return { usual: members.filter((member) => !isRare(member)), rare: members.filter(isRare) };
}

/** What a group of rarely used members shows. */
interface RareMembers {
  /** The object that has the members. */
  readonly object: JsonObject;
  /** The path of the object, with a dot at its end. Empty for the definition itself. */
  readonly prefix: string;
  readonly members: readonly Member[];
  /** The name of the group that the members belong to. */
  readonly title: string;
  /** What opens them. */
  readonly summary: HtmlPart;
  readonly content: Html;
}

/** Folds members that are rarely used, unless one of them has a value of its own or a fault. */
export function foldRare(
  { issues }: EditorContext,
  { object, prefix, members, title, summary, content }: RareMembers,
): Html {
  const isAt = (path: string, at: string) => path === at || path.startsWith(`${at}.`);
  const isUsed = ({ name, absent }: Member) => {
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    return (hasValue(value) && value !== absent) || issues.some(({ path }) => isAt(path, prefix + name));
  };
  // The ID belongs to the question, so that the fold of another question does not stay open.
  const owner = typeof object['id'] === 'string' ? object['id'] : title;
  const id = elementId(`more.${owner.toLowerCase().replaceAll(' ', '-')}`);
  return html`<details class="more" id="${id}"${members.some(isUsed) && html` open`}><summary>${summary}</summary><div class="more-settings">${content}</div></details>`;
}
