import fc from 'fast-check';
import { foldText } from '../../../src/base/normalize-text.js';
import type { AskKind } from '../../../src/shared/contract/ask-types.js';

/*
 * Answers of all kinds, for a simple filter and a simple sort: the data that the API returns without a filter, with the labels of the
 * definition, and the tags and notes of the test.
 */

const day = 24 * 3_600_000;

/** Labels, texts and tags that are equal, or nearly equal, in a comparison that ignores case and accents. */
const words = [
  'Apple',
  'apple pie',
  ' APPLE',
  'Straße',
  'strasse',
  'ﬁg',
  'Fig',
  'Ünder',
  'b',
  '7',
  'o2',
  'a  b',
  'A b',
];
const languages = ['de', 'de-AT', 'fr'] as const;
const languageNames: Readonly<Record<string, readonly [name: string, base: string]>> = {
  de: ['German', 'German'],
  'de-AT': ['Austrian German', 'German'],
  fr: ['French', 'French'],
};

/** A definition for the API, without the members that all kinds share. */
export interface RandomAsk {
  readonly kind: AskKind;
  readonly draft: Readonly<Record<string, unknown>>;
  /** Whether answers are stored with the users who gave them. */
  readonly isNamed: boolean;
  readonly answers: readonly RandomAnswer[];
}

export interface RandomAnswer {
  readonly content: Readonly<Record<string, unknown>>;
  readonly language: (typeof languages)[number] | undefined;
  readonly tags: readonly string[];
  readonly note: string;
  /** The time since the previous answer, in milliseconds. */
  readonly delay: number;
}

const word = fc.constantFrom(...words);
const labels = fc.uniqueArray(word, { minLength: 3, maxLength: 3, selector: (label) => label.trim() });
const optionIds = ['o1', 'o2', 'o3'];
const picks = fc.subarray(optionIds, { minLength: 1 });
const pick = fc.constantFrom(...optionIds);
const number = fc.constantFrom(-3, 0, 1, 7, 12.5, 1_234.5);

const withMeta = (content: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<RandomAnswer> =>
  fc.record({
    content,
    language: fc.constantFrom(undefined, ...languages),
    tags: fc.uniqueArray(fc.constantFrom('Hot', 'cold', 'Straße'), { maxLength: 2 }),
    note: fc.constantFrom('', '', 'call  back', 'Apple'),
    delay: fc.constantFrom(0, 1, 5_000, day / 2),
  });

const maxAnswers = 30;

function randomAsk(
  kind: AskKind,
  draft: fc.Arbitrary<Record<string, unknown>>,
  content: (draft: Record<string, unknown>) => fc.Arbitrary<Record<string, unknown>>,
): fc.Arbitrary<RandomAsk> {
  return draft.chain((own) =>
    fc.record({
      kind: fc.constant(kind),
      draft: fc.constant(own),
      isNamed: fc.boolean(),
      answers: fc.array(withMeta(content(own)), { maxLength: maxAnswers, size: 'max' }),
    }),
  );
}

/** Leaves out the members that are undefined. */
const defined = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const randomPoll = randomAsk(
  'poll',
  fc.record({ type: fc.constantFrom('single', 'multiple', 'ranked', 'rating'), options: labels }),
  ({ type }) => {
    if (type === 'rating')
      return fc
        .dictionary(pick, fc.integer({ min: 1, max: 5 }), { minKeys: 1, noNullPrototype: true })
        .map((ratings) => ({ ratings }));
    if (type === 'single') return pick.map((choice) => ({ choices: [choice] }));
    return picks.map((choices) => ({ choices: type === 'ranked' ? choices.toReversed() : choices }));
  },
);

const randomQuiz = randomAsk(
  'quiz',
  fc.record({ options: labels, pass_percentage: fc.constantFrom(null, 50) }).map(({ options, pass_percentage }) => ({
    pass_percentage,
    collect_name: true,
    questions: [
      { id: 'one', type: 'single', prompt: 'One?', options, answer: 'o1' },
      { id: 'many', type: 'multiple', prompt: 'Many?', options, answer: ['o1', 'o2'], partial: true, points: 3 },
      { id: 'yes', type: 'boolean', prompt: 'Yes?', answer: true },
      { id: 'text', type: 'text', prompt: 'Text?', answer: ['strasse'] },
      { id: 'number', type: 'number', prompt: 'Number?', answer: { value: 7, tolerance: 0 } },
    ],
  })),
  () =>
    fc
      .record({
        answers: fc
          .record({
            one: optional(pick),
            many: optional(picks),
            yes: optional(fc.boolean()),
            text: optional(word),
            number: optional(number),
          })
          .map(defined),
        name: optional(word),
      })
      .map(defined),
);

const randomForm = randomAsk(
  'form',
  labels.map((options) => ({
    fields: [
      { id: 'name', type: 'short_text', label: 'Name' },
      { id: 'size', type: 'number', label: 'Size' },
      { id: 'one', type: 'single_choice', label: 'One', options, other: true },
      { id: 'many', type: 'multiple_choice', label: 'Many', options },
      { id: 'agree', type: 'consent', label: 'Agree' },
      { id: 'when', type: 'date', label: 'When' },
      { id: 'grid', type: 'matrix', label: 'Grid', rows: ['r'], options },
    ],
  })),
  () =>
    fc
      .record({
        name: optional(word),
        size: optional(number),
        one: optional(
          fc.oneof(
            pick,
            word.map((other) => ({ other })),
          ),
        ),
        many: optional(picks),
        agree: optional(fc.constant(true)),
        when: optional(fc.constantFrom('2026-01-31', '2026-02-01')),
        grid: optional(pick.map((r1) => ({ r1 }))),
      })
      .map((answers) => ({ answers: defined(answers) })),
);

/** Random asks of each kind with their answers. */
export const randomAsks: Readonly<Record<AskKind, fc.Arbitrary<RandomAsk>>> = {
  poll: randomPoll,
  quiz: randomQuiz,
  form: randomForm,
};

/** An answer as the API returns it without a filter, with the owner's tags and note. */
export interface ListedAnswer {
  readonly id: string;
  readonly shown: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  readonly note: string;
}

/** The value of an answer in a column. */
interface PlainCell {
  readonly text: string;
  readonly parts: readonly string[];
  readonly ids: readonly string[];
  readonly value: string | number;
}

const textCell = (text: string): PlainCell => ({ text, parts: [text], ids: [], value: text });
const numberCell = (value: number, unit = ''): PlainCell => {
  const text = value.toLocaleString('en', { maximumFractionDigits: 6 });
  return { text: text + unit, parts: [text], ids: [String(value)], value };
};
const booleanCell = (value: boolean, [yes, no]: readonly [string, string]): PlainCell => {
  const text = value ? yes : no;
  return { text, parts: [text], ids: [String(value)], value: text };
};

/** The options of a random ask, which all of its inputs share. */
function optionLabels({ draft }: RandomAsk): Readonly<Record<string, string>> {
  const found = /"options":(\[[^\]]*\])/.exec(JSON.stringify(draft))?.[1] ?? '[]';
  const list: string[] = JSON.parse(found);
  return Object.fromEntries(list.map((label, at) => [`o${at + 1}`, label.trim()]));
}

function valueCell(ask: RandomAsk, value: unknown, isOrdered = false): PlainCell | null {
  const own = optionLabels(ask);
  const labelOf = (id: string) => own[id] ?? id;
  const yesNo = ask.kind === 'quiz' ? (['True', 'False'] as const) : (['Yes', 'No'] as const);
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number') return numberCell(value);
  if (typeof value === 'boolean') return booleanCell(value, yesNo);
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    const parts = value.map(labelOf);
    const text = parts.map((part, at) => (isOrdered ? `${at + 1}. ${part}` : part)).join(', ');
    return { text, parts, ids: value, value: text };
  }
  if (typeof value === 'object') return 'other' in value ? textCell(String(value.other)) : null;
  return textCell(String(value));
}

/** Returns the cell of an option that is named by its ID. */
function optionCell(ask: RandomAsk, id: unknown): PlainCell | null {
  if (typeof id !== 'string') return valueCell(ask, id);
  return { ...textCell(optionLabels(ask)[id] ?? id), ids: [id] };
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

function ownCell(ask: RandomAsk, { shown }: ListedAnswer, column: string): PlainCell | null {
  const { kind, draft } = ask;
  if (kind === 'poll') {
    if (column === 'choices') return valueCell(ask, shown['choices'], draft['type'] === 'ranked');
    return valueCell(ask, memberOf(shown['ratings'], column.replace('ratings.', '')));
  }
  const [group, id = '', row] = column.split('.');
  if (group === 'field') {
    const value = memberOf(shown['answers'], id);
    if (row !== undefined) return optionCell(ask, memberOf(value, row));
    return id === 'one' ? optionCell(ask, value) : valueCell(ask, value);
  }
  if (group === 'correct' || group === 'points') {
    const questions = Array.isArray(shown['questions']) ? shown['questions'] : [];
    const mark: unknown = questions.find((question) => memberOf(question, 'id') === id);
    const value = memberOf(mark, group);
    return typeof value === 'boolean' ? booleanCell(value, ['Yes', 'No']) : valueCell(ask, value);
  }
  const value = shown[column];
  if (column === 'passed') return typeof value === 'boolean' ? booleanCell(value, ['Yes', 'No']) : null;
  return column === 'percentage' ? numberCell(Number(value), ' %') : valueCell(ask, value);
}

/** Returns the value of an answer in a column. Null if the answer has no value. */
function cellOf(ask: RandomAsk, answer: ListedAnswer, column: string): PlainCell | null {
  const { shown, tags, note } = answer;
  switch (column) {
    case 'created_at': {
      const at = String(shown['created_at']);
      const text = `${at.slice(0, 10)} ${at.slice(11, 19)}`;
      return { text, parts: [text], ids: [at], value: at };
    }
    case 'respondent':
    case 'voter_ref':
    case 'id':
      return typeof shown[column] === 'string' ? textCell(shown[column]) : null;
    case 'tags':
      return tags.length === 0 ? null : { text: tags.join(', '), parts: tags, ids: [], value: tags.join(', ') };
    case 'note':
      return note === '' ? null : textCell(note);
    case 'language': {
      const tag = shown['language'];
      if (typeof tag !== 'string') return null;
      const [name, base] = languageNames[tag] ?? [tag, tag];
      return { text: name, parts: [name, base], ids: [tag, tag.split('-')[0] ?? tag], value: tag };
    }
    default:
      return ownCell(ask, answer, column);
  }
}

/** Returns the columns of the answers to an ask. */
export function columnsOf({ kind, draft, isNamed }: RandomAsk): readonly string[] {
  const shared = ['created_at', ...(isNamed ? ['respondent'] : []), 'tags', 'note', 'language', 'voter_ref', 'id'];
  if (kind === 'poll')
    return [...shared, ...(draft['type'] === 'rating' ? optionIds.map((id) => `ratings.${id}`) : ['choices'])];
  if (kind === 'form')
    return [...shared, ...['name', 'size', 'one', 'many', 'agree', 'when', 'grid.r1'].map((id) => `field.${id}`)];
  const questions = ['one', 'many', 'yes', 'text', 'number'];
  return [
    ...shared,
    ...['name', 'score', 'max_score', 'percentage'],
    ...(draft['pass_percentage'] === null ? [] : ['passed']),
    ...questions.flatMap((id) => [`field.${id}`, `correct.${id}`, `points.${id}`]),
  ];
}

export const operators = [
  ...['is', 'is_not', 'contains', 'answered', 'not_answered', 'greater', 'at_least', 'less', 'at_most'],
];
const withoutValue: readonly string[] = ['answered', 'not_answered'];

export interface PlainCondition {
  readonly column: string;
  readonly operator: string;
  readonly value: string;
}

/** A query for answers. */
export interface PlainQuery {
  readonly conditions: readonly PlainCondition[];
  readonly q: string | undefined;
  readonly tag: string | undefined;
  /** Days, such as `2026-03-01`, both inclusive. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly language: string | undefined;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

const values = [
  ...words.map((text) => text.trim()),
  ...['o1', 'apple pie, b', '7.0', '1,234.5', '1234.5', '-3', '100', 'true', 'YES', 'no', 'German', 'de', 'fr', 'hot'],
  ...['user-1', 'call back', '2026-01-31', '2026-03-02', '2026-03-01 12:00:00', '2026-03-01T12:00:00Z'],
];
/** Returns one of the values, or most often no value. */
const seldom = (...some: readonly string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...some) });
const days = fc.constantFrom(undefined, undefined, undefined, '2026-03-02', '2026-03-04');

/** Returns the texts and numbers in a value. */
function scalarsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(scalarsIn);
  return value === undefined || value === null ? [] : [String(value).trim()];
}

/** Random queries for the answers to an ask. Most compare with values that its answers have. */
export function queriesOf(ask: RandomAsk, count: number): fc.Arbitrary<readonly PlainQuery[]> {
  const column = fc.constantFrom(...columnsOf(ask));
  const own = scalarsIn(ask.answers.map(({ content }) => content));
  const value = fc.oneof(fc.constantFrom(...values), fc.constantFrom(...values, ...own));
  const condition = fc
    .record({ column, operator: fc.constantFrom(...operators), value })
    .map((one): PlainCondition => ({ ...one, value: withoutValue.includes(one.operator) ? '' : one.value }));
  const query = fc.record({
    conditions: fc.array(condition, { maxLength: 2 }),
    q: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value }),
    tag: seldom('hot', 'STRASSE'),
    since: days,
    until: days,
    language: seldom('de', 'unknown'),
    sort: fc.oneof(fc.constant('created_at'), column, column),
    order: fc.constantFrom('asc', 'desc'),
    limit: fc.integer({ min: 3, max: 12 }),
  });
  return fc.array(query, { minLength: count, maxLength: count });
}

function sizeOf(cell: PlainCell, value: string, isTime: boolean): number | undefined {
  if (typeof cell.value === 'number') return /^-?[\d.]+$/.test(value) ? cell.value - Number(value) : undefined;
  if (isTime) {
    const time = Date.parse(/^\d{4}-\d\d-\d\d$/.test(value) ? value : value.replace(/ (.*)$/, 'T$1Z'));
    if (!Number.isNaN(time) && /^\d{4}-/.test(value)) return Date.parse(cell.value) - time;
  }
  const [own, other] = [foldText(cell.value), foldText(value)];
  return own === other ? 0 : own < other ? -1 : 1;
}

function meets(ask: RandomAsk, answer: ListedAnswer, { column, operator, value }: PlainCondition): boolean {
  const cell = cellOf(ask, answer, column);
  if (operator === 'answered' || operator === 'not_answered') return (cell === null) === (operator === 'not_answered');
  const folded = foldText(value);
  const size = cell ? sizeOf(cell, value, column === 'created_at') : undefined;
  const isExact = (text: string) => foldText(text) === folded;
  const isEqual =
    cell !== null &&
    ([cell.text, ...cell.parts, ...cell.ids].some(isExact) ||
      ((typeof cell.value === 'number' || column === 'created_at') && size === 0));
  switch (operator) {
    case 'is':
      return isEqual;
    case 'is_not':
      return !isEqual;
    case 'contains':
      return cell !== null && (foldText(cell.text).includes(folded) || cell.ids.some(isExact));
    case 'greater':
      return size !== undefined && size > 0;
    case 'at_least':
      return size !== undefined && size >= 0;
    case 'less':
      return size !== undefined && size < 0;
    default:
      return size !== undefined && size <= 0;
  }
}

function matches(ask: RandomAsk, answer: ListedAnswer, query: PlainQuery): boolean {
  const { q, tag, since, until, language, conditions } = query;
  const created = String(answer.shown['created_at']).slice(0, 10);
  const own = answer.shown['language'];
  const searched = columnsOf(ask).filter((column) => column !== 'language');
  return (
    (since === undefined || created >= since) &&
    (until === undefined || created <= until) &&
    (language === undefined ||
      (language === 'unknown' ? own === null : typeof own === 'string' && own.startsWith(language))) &&
    (tag === undefined || answer.tags.some((one) => foldText(one) === foldText(tag))) &&
    (q === undefined ||
      searched.some((column) => foldText(cellOf(ask, answer, column)?.text ?? '').includes(foldText(q)))) &&
    conditions.every((condition) => meets(ask, answer, condition))
  );
}

/** Filters and sorts answers in a simple way: answers without a value come last, and equal answers are in the order of their creation. */
export function listPlainly(ask: RandomAsk, answers: readonly ListedAnswer[], query: PlainQuery): string[] {
  const sign = query.order === 'asc' ? 1 : -1;
  const keyOf = (answer: ListedAnswer): string | number | null => {
    const value = query.sort === 'created_at' ? null : (cellOf(ask, answer, query.sort)?.value ?? null);
    return typeof value === 'string' ? foldText(value) : value;
  };
  return answers
    .filter((answer) => matches(ask, answer, query))
    .map((answer) => ({ id: answer.id, key: keyOf(answer) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) {
        if (a.key !== b.key) return a.key === null ? 1 : -1;
      } else if (a.key !== b.key) return a.key < b.key ? -sign : sign;
      return a.id < b.id ? -sign : sign;
    })
    .map(({ id }) => id);
}
