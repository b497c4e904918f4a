import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { type DescribedComponent, isAllowedFor, type Member } from './draft-member.js';
import { componentMembers, membersOfType, typesOf } from './members-by-type.js';
import { itemsOf, textOf } from './render-member.js';

/** How the definition of a kind is divided into pages of the editor. */
interface KindParts {
  /** The component of the API that describes the definition. */
  readonly draft: DescribedComponent;
  /** The members that are edited first. All others are settings, so that a new member appears by itself. */
  readonly content: readonly string[];
  /** The list whose items are edited one by one, and the component of its items. Null for polls: their options are edited together. */
  readonly items: { readonly name: 'questions' | 'fields'; readonly component: DescribedComponent } | null;
}

const kindParts: Readonly<Record<AskKind, KindParts>> = {
  poll: {
    draft: 'PollDraft',
    content: [
      ...['title', 'description', 'type', 'options', 'other', 'show_others', 'scale', 'style', 'labels'],
      ...['min_choices', 'max_choices', 'shuffle'],
    ],
    items: null,
  },
  quiz: {
    draft: 'QuizDraft',
    content: ['title', 'description'],
    items: { name: 'questions', component: 'QuestionDraft' },
  },
  form: {
    draft: 'FormDraft',
    content: ['title', 'description', 'welcome'],
    items: { name: 'fields', component: 'FieldDraft' },
  },
};

/** The members of forms that the tab Logic edits. */
const editedInLogic: readonly string[] = ['variables', 'endings', 'quotas'];

/** Returns the members of the entries of a list that the tab Logic edits. */
export function logicMembers(list: 'endings' | 'quotas'): readonly Member[] {
  const control = componentMembers('FormDraft').find(({ name }) => name === list)?.control;
  return control?.type === 'list' ? control.members : [];
}

/** A part of a definition that one page edits. */
export interface DefinitionPart {
  readonly members: readonly Member[];
  /** The path of the object that has the members, with a dot at its end. Empty for the definition itself. */
  readonly prefix: string;
  /** The language of the translation that is edited. Empty: only the list of languages. Undefined outside the tab Translate. */
  readonly language?: string;
}

/** Returns the name of the list whose items are edited one by one. */
export function itemListOf(kind: AskKind): 'questions' | 'fields' | null {
  return kindParts[kind].items?.name ?? null;
}

/** Returns the texts and options, the design, or all other members. */
export function partOf(kind: AskKind, part: 'content' | 'settings' | 'design'): DefinitionPart {
  const { draft, content, items } = kindParts[kind];
  const members = componentMembers(draft);
  // The status is changed by buttons. Items, logic and translations have separate pages.
  const elsewhere = [...content, ...editedInLogic, 'design', 'status', 'languages', 'translations', items?.name];
  if (part === 'settings') return { members: members.filter(({ name }) => !elsewhere.includes(name)), prefix: '' };
  const names = part === 'design' ? ['design'] : content;
  return { members: names.flatMap((name) => members.filter((member) => member.name === name)), prefix: '' };
}

/** Returns the part with an item of the list, such as a question. Undefined if the item does not exist. */
export function itemPart(kind: AskKind, draft: JsonObject, id: string): DefinitionPart | undefined {
  const { items } = kindParts[kind];
  if (!items) return undefined;
  const list = itemsOf(draft[items.name]);
  const index = list.findIndex((item) => item['id'] === id);
  const item = list[index];
  if (!item) return undefined;
  return { members: membersOfItem(kind, item['type']), prefix: `${items.name}.${index}.` };
}

/** Returns the members of an item by its type. Its type can change, so the choice has all types. */
export function membersOfItem(kind: AskKind, type: JsonValue | undefined): readonly Member[] {
  const { items } = kindParts[kind];
  if (!items) return [];
  const choice = { type: 'choice', values: typesOf(items.component) } as const;
  return orderOf(
    membersOfType(items.component, textOf(type))
      .filter((member) => isAllowedFor(member, type))
      .map((member) => (member.name === 'type' ? { ...member, control: choice } : member)),
  );
}

/** Groups of settings. `rare` names the settings that are rarely used. Other settings follow under a separate heading. */
const settingGroups: readonly { title: string; names: readonly string[]; rare?: readonly string[] }[] = [
  {
    title: 'Presentation',
    names: ['layout', 'locale', 'site_id', 'shuffle_questions', 'shuffle_options'],
    rare: ['draw', 'words'],
  },
  { title: 'Scoring', names: ['pass_percentage', 'reveal', 'feedback', 'time_limit_seconds', 'bands'] },
  { title: 'Schedule', names: ['opens_at', 'closes_at'], rare: ['max_answers'] },
  {
    title: 'Who can answer',
    names: ['one_per', 'anonymous', 'allow_change', 'max_attempts', 'collect_name', 'collect_email'],
  },
  { title: 'Results', names: ['results_visibility'], rare: ['results_order'] },
  { title: 'After answering', names: ['after', 'receipt'] },
  { title: 'Privacy', names: ['keep_answers_days'] },
];

/** A group of settings with a title. */
interface SettingGroup {
  readonly title: string;
  readonly members: readonly Member[];
  readonly rare: readonly Member[];
}

/** Returns the settings of a kind in groups. */
export function groupedSettings(kind: AskKind): SettingGroup[] {
  const { members } = partOf(kind, 'settings');
  const named = (names: readonly string[]) => names.flatMap((name) => members.filter((member) => member.name === name));
  const groups = settingGroups.map(({ title, names, rare = [] }) => ({
    title,
    members: named(names),
    rare: named(rare),
  }));
  const grouped = settingGroups.flatMap(({ names, rare = [] }) => [...names, ...rare]);
  const others = { title: 'More', members: members.filter(({ name }) => !grouped.includes(name)), rare: [] };
  return [...groups, others].filter((group) => group.members.length > 0);
}

/** The members of an item that come first, and those that come last. */
const first = ['id', 'type', 'label', 'prompt', 'help', 'required', 'options', 'targets', 'rows', 'answer'];
const last = ['video_url', 'image_url', 'placeholder', 'show_if', 'require_if'];

function orderOf(members: readonly Member[]): readonly Member[] {
  const rank = ({ name }: Member) => {
    if (first.includes(name)) return first.indexOf(name) - first.length;
    return last.includes(name) ? 1 + last.indexOf(name) : 0;
  };
  return members.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the types that items of a kind can have. */
export function itemTypes(kind: AskKind): readonly string[] {
  const { items } = kindParts[kind];
  return items ? typesOf(items.component) : [];
}
