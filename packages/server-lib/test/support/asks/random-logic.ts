import fc from 'fast-check';
import type {
  Comparison,
  Condition,
  ConditionSubject,
  Ending,
  Field,
  FieldAnswer,
  FieldAnswers,
  NextRule,
  Operand,
  RuleOperand,
  Variable,
  VariableRule,
  When,
} from '../../../src/shared/contract/resources.js';
import { bodies, days, head, ids, optionIds, type TestField, times, words } from './random-forms.js';

/** A form whose parts have conditions. */
export interface TestForm {
  readonly fields: readonly TestField[];
  readonly variables: readonly Variable[];
  readonly endings: readonly Ending[];
}

const { page, number, single_choice, multiple_choice, matrix } = bodies;
const body = fc.oneof(
  { arbitrary: page, weight: 8 },
  { arbitrary: fc.oneof(number, single_choice, multiple_choice, matrix), weight: 8 },
  ...Object.values(bodies),
);

/** Valid forms with all members that conditions depend on, and answers to them. */
export const randomForms: fc.Arbitrary<readonly [form: TestForm, answers: FieldAnswers]> = fc
  .record({
    bodies: fc.array(body, { minLength: 1, maxLength: ids.length, size: 'max' }),
    seed: fc.nat(),
    choices: fc.nat(500),
  })
  .map(({ bodies, seed, choices }) => {
    const fields = bodies.map((body, at): TestField => {
      return { ...head, ...body, id: ids[at] ?? `g${at}`, label: `Field ${at}`, show_if: null };
    });
    const draw = createDraw(seed, choices);
    const answers = fields.flatMap((field): [string, FieldAnswer][] => {
      const answer = draw.oneIn(3) ? undefined : drawAnswer(field, draw);
      return answer === undefined ? [] : [[field.id, answer]];
    });
    return [addLogic(fields, draw), Object.fromEntries(answers)] as const;
  });

/** Returns a valid answer to a field. */
function drawAnswer(field: TestField, draw: Draw): FieldAnswer | undefined {
  const option = () => draw.pick('o1', ...optionIds);
  const writeIn = { other: draw.pick('Tea', 'Pizza') };
  switch (field.type) {
    case 'heading':
    case 'image':
    case 'video':
    case 'page':
      return undefined;
    case 'number':
      return draw.pick(0, 1, 2, -1, 7, 0.1, 0.333333, -2.5, 90_000, -90_000);
    case 'rating':
    case 'scale':
      return draw.below(4);
    case 'date':
      return draw.pick('2025-01-01', ...days);
    case 'time':
      return draw.pick('09:05', ...times);
    case 'consent':
      return draw.oneIn(2);
    case 'single_choice':
    case 'dropdown':
      return field.other && draw.oneIn(3) ? writeIn : option();
    case 'multiple_choice': {
      const several = optionIds.slice(draw.below(4));
      return field.other && draw.oneIn(3) ? [...several, writeIn] : several;
    }
    case 'ranking':
      return draw.pick(optionIds, optionIds.slice(1), optionIds.toReversed());
    case 'matrix':
      return draw.pick<FieldAnswer>({ r1: option() }, { r2: option() }, { r1: option(), r2: option() });
    default:
      return draw.pick('yes', ' yes ', '  ', '2025-01-01', ...words);
  }
}

/** Makes random choices. After the last one, it always chooses the first, so that fast-check finds small forms. */
interface Draw {
  /** Returns an integer from 0, below a maximum. */
  below(maximum: number): number;
  pick<Value>(first: Value, ...others: readonly Value[]): Value;
  /** Returns true once in so many times. */
  oneIn(times: number): boolean;
}

function createDraw(seed: number, choices: number): Draw {
  let state = seed;
  let left = choices;
  const below = (maximum: number) => {
    if (left-- <= 0) return 0;
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 12) % maximum;
  };
  return {
    below,
    pick: (first, ...others) => others[below(others.length + 1) - 1] ?? first,
    oneIn: (times) => below(times) === times - 1,
  };
}

/** What a condition can read, and how it draws. */
interface Place {
  readonly fields: readonly TestField[];
  readonly variables: readonly Variable[];
  readonly draw: Draw;
}

function addLogic(fields: readonly TestField[], draw: Draw): TestForm {
  const placed: { readonly variable: Variable; readonly from: number }[] = [];
  const placeAt = (index: number): Place => ({
    fields: fields.slice(0, index).filter(({ type }) => !silentTypes.includes(type)),
    variables: placed.flatMap(({ variable, from }) => (from <= index ? [variable] : [])),
    draw,
  });
  for (const id of ['v1', 'tostring', 'v3'].slice(0, draw.below(4))) {
    const from = draw.below(fields.length + 1);
    placed.push({ variable: drawVariable(id, placeAt(from)), from });
  }
  const end = placeAt(fields.length);
  const endings = ['e1', 'hasownproperty'].slice(0, draw.below(3)).map((id): Ending => {
    const when = drawOptional(end);
    return { id, when, title: id, text: null, button: null, url: null, outcome: 'completed' };
  });
  const targets = ['submit', ...endings.map(({ id }) => id)];
  return {
    fields: fields.map((field, index) => {
      const place = placeAt(index);
      const isPage = ({ type }: Field) => type === 'page';
      const laterPages = fields.slice(index + 1).filter(isPage);
      const nextPage = fields.findIndex((other, at) => at > index && isPage(other));
      const onPage = placeAt(nextPage < 0 ? fields.length : nextPage);
      const withConditions = addConditions({ ...field, show_if: drawOptional(place) }, place);
      if (withConditions.type !== 'page') return withConditions;
      const next = Array.from({ length: draw.below(3) }, (): NextRule => {
        const to = draw.pick(
          'submit',
          ...targets,
          ...laterPages.map(({ id }) => id),
          ...laterPages.map(({ id }) => id),
        );
        return { when: drawOptional(onPage), to };
      });
      return { ...withConditions, next };
    }),
    variables: placed.map(({ variable }) => variable),
    endings,
  };
}

const silentTypes = ['heading', 'image', 'video', 'page'];

/** Adds `required`, `require_if`, and the members of options and rows. */
function addConditions(field: TestField, place: Place): TestField {
  const { draw } = place;
  if (silentTypes.includes(field.type)) return field;
  const require_if = drawOptional(place);
  const own = { required: draw.oneIn(4), ...(require_if && { require_if }) };
  const hide = <Item extends object>(item: Item): Item & { show_if?: When } => {
    const show_if = draw.oneIn(3) ? drawWhen(place) : null;
    return show_if ? { ...item, show_if } : item;
  };
  const score = <Item extends object>(item: Item) => ({ ...item, score: draw.pick(0, 1, -2, 0.5, 1e9) });
  if (field.type === 'matrix')
    return { ...field, ...own, rows: field.rows.map(hide), options: field.options.map((option) => score(option)) };
  if (!('options' in field)) return { ...field, ...own };
  return { ...field, ...own, options: field.options.map((option) => hide(score(option))) };
}

function drawVariable(id: string, place: Place): Variable {
  const { draw } = place;
  const type = draw.pick('number', 'text');
  const count = draw.below(4);
  const rule = (change: (operand: RuleOperand) => VariableRule, operand: RuleOperand): VariableRule => {
    const when = drawOptional(place);
    return when ? { when, ...change(operand) } : change(operand);
  };
  if (type === 'text') {
    const rules = Array.from({ length: count }, () => rule((set) => ({ set }), drawOperand(textValue, place)));
    return { id, type, value: draw.pick('', 'yes'), rules };
  }
  const rules = Array.from({ length: count }, () => {
    const change = draw.pick<(operand: RuleOperand) => VariableRule>(
      (set) => ({ set }),
      (add) => ({ add }),
      (subtract) => ({ subtract }),
      (multiply) => ({ multiply }),
      (divide) => ({ divide }),
    );
    const scored = place.fields.filter((field) => 'options' in field);
    const scores = scored.map(({ id }): RuleOperand => ({ score: id }));
    const operand = draw.pick(drawOperand(numberValue, place), ...scores);
    const isZero = 'divide' in change(operand) && operand === 0;
    return rule(change, isZero ? 1 : operand);
  });
  return { id, type, value: draw.pick(0, 1, -2.5, 999_999_999), rules };
}

/** The values that a subject is compared with. */
interface ValueType {
  readonly values: readonly [string | number | boolean, ...(string | number | boolean)[]];
  /** The types of fields and of variables with such values. */
  readonly fields: readonly string[];
  readonly variables: readonly string[];
  readonly hasToday?: boolean;
}

const numberValue: ValueType = {
  values: [0, 1, 2, -1, 7, 0.333333],
  fields: ['number', 'rating', 'scale'],
  variables: ['number'],
};
const plainTexts = ['short_text', 'long_text', 'email', 'url', 'phone', 'hidden'];
const options: ValueType['values'] = ['o1', ...optionIds];
const optionValue: ValueType = { values: options, fields: ['single_choice', 'dropdown'], variables: ['text'] };
const textValue: ValueType = {
  values: ['yes', ...words, 'o'],
  fields: [...plainTexts, 'single_choice', 'dropdown', 'date', 'time'],
  variables: ['text'],
};
const dateValue: ValueType = { values: ['2025-01-01', ...days], fields: ['date'], variables: [], hasToday: true };
const timeValue: ValueType = { values: ['09:05', ...times], fields: ['time'], variables: [] };
const booleanValue: ValueType = { values: [true, false], fields: ['consent'], variables: [] };

function drawOperand({ values, fields, variables, hasToday }: ValueType, { draw, ...place }: Place): Operand {
  const [first, ...others] = values;
  const value = draw.pick(first, ...others);
  return draw.pick<Operand>(
    value,
    value,
    value,
    ...place.fields.flatMap(({ id, type }) => (fields.includes(type) ? [{ field: id }] : [])),
    ...place.variables.flatMap(({ id, type }) => (variables.includes(type) ? [{ variable: id }] : [])),
    ...(hasToday ? [{ today: draw.pick(0, -400, 1) }] : []),
  );
}

function drawOptional(place: Place): When | null {
  return place.draw.oneIn(2) ? drawWhen(place) : null;
}

function drawWhen(place: Place, depth = 0): When | null {
  const { draw } = place;
  if (depth === 4 || !draw.oneIn(3)) return drawCondition(place);
  const parts = Array.from({ length: 1 + draw.below(3) }, () => drawWhen(place, depth + 1)).filter(
    (part) => part !== null,
  );
  if (parts.length === 0) return null;
  return draw.pick<When>({ all: parts }, { any: parts }, { none: parts });
}

/** Returns a condition, or null if there is nothing to read. */
function drawCondition(place: Place): Condition | null {
  const { draw, fields, variables } = place;
  const at = draw.below(fields.length + variables.length || 1);
  const variable = variables[at - fields.length];
  if (variable) {
    const subject = { variable: variable.id };
    const [value, draws] = variable.type === 'number' ? [numberValue, ordered] : [textValue, searched];
    return { ...subject, ...drawComparison(value, draws, place) };
  }
  const field = fields[at];
  if (!field) return null;
  const subject: ConditionSubject = { field: field.id };
  if (draw.oneIn(6)) return { ...subject, answered: draw.oneIn(2) };
  if ('options' in field && draw.oneIn(4)) return { count: field.id, ...drawComparison(numberValue, ordered, place) };
  switch (field.type) {
    case 'number':
    case 'rating':
    case 'scale':
      return { ...subject, ...drawComparison(numberValue, ordered, place) };
    case 'date':
      return { ...subject, ...drawComparison(dateValue, dated, place) };
    case 'time':
      return { ...subject, ...drawComparison(timeValue, dated, place) };
    case 'consent':
      return { ...subject, ...drawComparison(booleanValue, ['is', 'is_not'], place) };
    case 'single_choice':
    case 'dropdown':
      return { ...subject, ...drawComparison(optionValue, equal, place) };
    case 'multiple_choice':
      return { ...subject, ...drawComparison(optionValue, [...equal, 'contains'], place) };
    case 'ranking':
      return { ...subject, ...drawComparison(optionValue, ['contains'], place) };
    case 'matrix': {
      const cell = { ...subject, row: draw.pick('r1', 'r2') };
      return draw.oneIn(3) ? { ...cell, answered: true } : { ...cell, ...drawComparison(optionValue, equal, place) };
    }
    default:
      return { ...subject, ...drawComparison(textValue, searched, place) };
  }
}

const equal = ['is', 'is_not', 'one_of'] as const;
const searched = [...equal, 'contains', 'starts_with'] as const;
const ordered = [...equal, 'greater', 'at_least', 'less', 'at_most', 'between'] as const;
const dated = [...ordered, 'before', 'after'] as const;

function drawComparison(
  type: ValueType,
  operators: readonly (typeof dated | typeof searched)[number][],
  place: Place,
): Comparison {
  const operand = () => drawOperand(type, place);
  const { draw } = place;
  switch (operators[draw.below(operators.length)]) {
    case 'is_not':
      return { is_not: operand() };
    case 'one_of':
      return { one_of: [draw.pick(...type.values), draw.pick(...type.values)] };
    case 'contains':
      return { contains: operand() };
    case 'starts_with':
      return { starts_with: operand() };
    case 'greater':
      return { greater: operand() };
    case 'at_least':
      return { at_least: operand() };
    case 'less':
      return { less: operand() };
    case 'at_most':
      return { at_most: operand() };
    case 'between':
      return { between: [operand(), operand()] };
    case 'before':
      return { before: operand() };
    case 'after':
      return { after: operand() };
    default:
      return { is: operand() };
  }
}
