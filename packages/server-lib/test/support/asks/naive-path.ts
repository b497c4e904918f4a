import type {
  Condition,
  Field,
  NextRule,
  Operand,
  RuleOperand,
  Variable,
  When,
} from '../../../src/shared/contract/resources.js';
import type { AnswersById, FormLogic } from '../../../src/shared/logic/evaluate-form.js';

/** The way through a form, as plain data. */
export interface NaivePath {
  readonly shown: string[];
  readonly pages: number[];
  readonly required: string[];
  readonly answers: Record<string, unknown>;
  readonly variables: Record<string, number | string>;
  readonly ending: string | null;
  /** The rules that could not be applied, such as `v1.0 divided_by_zero`. */
  readonly problems: string[];
}

/** A naive implementation of the logic of forms. It computes each value again whenever it is needed. */
export function naivePath(form: FormLogic<Field>, answers: AnswersById, today: string): NaivePath {
  const { fields, variables = [], endings = [] } = form;
  const answered = new Map<string, unknown>();
  const reader: Reader = { form, answered, today };
  const shown: Field[] = [];
  const required: string[] = [];
  let rules: readonly NextRule[] = [];
  let arrival = -1;
  let end: string | undefined;
  const leave = () => rules.find(({ when }) => isTrue(when, reader))?.to;
  const isEnd = (to: string | undefined) => to === 'submit' || endings.some(({ id }) => id === to);

  for (let at = 0; at < fields.length && end === undefined; at++) {
    const field = fields[at];
    if (!field || (at !== arrival && !isTrue(field.show_if, reader))) continue;
    if (field.type === 'page') {
      const to = at === arrival ? undefined : leave();
      const target = fields.findIndex(({ id }) => id === to);
      if (isEnd(to)) end = to;
      else if (target > at) at = target - 1;
      if (target > at) arrival = target;
      if (isEnd(to) || target > at) continue;
      rules = field.next ?? [];
    }
    if (hasNothingToChoose(field, reader)) continue;
    shown.push(field);
    if (field.required || (field.require_if && isTrue(field.require_if, reader))) required.push(field.id);
    const answer = Object.hasOwn(answers, field.id) ? offeredPart(field, answers[field.id], reader) : undefined;
    if (!isBlank(answer)) answered.set(field.id, answer);
  }
  end ??= leave();
  const problems: string[] = [];
  return {
    shown: shown.map(({ id }) => id),
    pages: shown.map((_, at) => shown.slice(0, at + 1).filter((_, page) => startsPage(shown, page)).length),
    required,
    answers: Object.fromEntries(answered),
    variables: Object.fromEntries(variables.map((variable) => [variable.id, compute(variable, reader, problems)])),
    ending: (endings.find(({ id }) => id === end) ?? endings.find(({ when }) => isTrue(when, reader)))?.id ?? null,
    problems: problems.sort(),
  };
}

/** What conditions read: the answers so far, and the variables of the form. */
interface Reader {
  readonly form: FormLogic<Field>;
  readonly answered: ReadonlyMap<string, unknown>;
  readonly today: string;
}

function startsPage(shown: readonly Field[], at: number): boolean {
  return shown[at]?.type === 'page' && shown.slice(0, at).some(({ type }) => type !== 'hidden');
}

function isBlank(value: unknown): boolean {
  return value === undefined || ['""', '[]', '{}', 'null'].includes(JSON.stringify(trimmed(value)));
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

function hasNothingToChoose(field: Field, reader: Reader): boolean {
  if (!('options' in field) || ('other' in field && field.other)) return false;
  const items = field.type === 'matrix' ? field.rows : field.options;
  return items.filter(({ show_if }) => isTrue(show_if, reader)).length === 0;
}

/** Returns the part of an answer whose options and rows are shown. */
function offeredPart(field: Field, answer: unknown, reader: Reader): unknown {
  const items = field.type === 'matrix' ? field.rows : 'options' in field ? field.options : [];
  const isHidden = (choice: unknown) => items.some(({ id, show_if }) => id === choice && !isTrue(show_if, reader));
  if (Array.isArray(answer)) return answer.filter((choice) => !isHidden(choice));
  if (field.type === 'matrix')
    return Object.fromEntries(Object.entries(Object(answer)).filter(([row]) => !isHidden(row)));
  return isHidden(answer) ? undefined : answer;
}

function compute({ id, type, value, rules }: Variable, reader: Reader, problems: string[] = []): number | string {
  let result: number | string = value;
  for (const [at, rule] of rules.entries()) {
    if (!isTrue(rule.when, reader)) continue;
    const [change, operand] =
      'set' in rule
        ? (['set', rule.set] as const)
        : 'add' in rule
          ? (['add', rule.add] as const)
          : 'subtract' in rule
            ? (['subtract', rule.subtract] as const)
            : 'multiply' in rule
              ? (['multiply', rule.multiply] as const)
              : (['divide', rule.divide] as const);
    const by = resolve(operand, reader);
    if (type === 'text' && typeof by === 'string') result = by.trim();
    if (type === 'text' || typeof by !== 'number') continue;
    const from = Number(result);
    const next = { set: by, add: from + by, subtract: from - by, multiply: from * by, divide: from / by }[change];
    if (change === 'divide' && by === 0) problems.push(`${id}.${at} divided_by_zero`);
    else if (Math.abs(next) > 1e9) problems.push(`${id}.${at} out_of_range`);
    else result = Math.round(next * 1e6) / 1e6 + 0;
  }
  return result;
}

function resolve(operand: RuleOperand, reader: Reader): unknown {
  const { form, answered, today } = reader;
  if (typeof operand !== 'object') return operand;
  if ('today' in operand) {
    const date = new Date(today);
    date.setUTCDate(date.getUTCDate() + operand.today);
    return date.toISOString().slice(0, 10);
  }
  if ('variable' in operand) {
    const variable = form.variables?.find(({ id }) => id === operand.variable);
    return variable && compute(variable, reader);
  }
  const field = form.fields.find(({ id }) => id === ('score' in operand ? operand.score : operand.field));
  const answer = answered.get(field?.id ?? '');
  if (!('score' in operand)) return field?.type === 'consent' ? (answer ?? false) : answer;
  const options = field && 'options' in field ? field.options : [];
  return choicesOf(answer).reduce<number>((sum, one) => sum + (options.find(({ id }) => id === one)?.score ?? 0), 0);
}

/** Returns the choices of an answer, or the answers in the rows of a matrix. */
function choicesOf(answer: unknown): unknown[] {
  if (answer === undefined) return [];
  if (Array.isArray(answer)) return answer;
  return typeof answer === 'object' && answer !== null && !('other' in answer) ? Object.values(answer) : [answer];
}

function isTrue(when: When | null | undefined, reader: Reader): boolean {
  if (!when) return true;
  if ('all' in when) return when.all.filter((part) => !isTrue(part, reader)).length === 0;
  if ('any' in when) return when.any.filter((part) => isTrue(part, reader)).length > 0;
  if ('none' in when) return when.none.filter((part) => isTrue(part, reader)).length === 0;
  return compares(when, reader);
}

function compares(condition: Condition, reader: Reader): boolean {
  const id = 'count' in condition ? condition.count : 'field' in condition ? condition.field : '';
  const type = reader.form.fields.find((field) => field.id === id)?.type;
  const answer = reader.answered.get(id);
  const value =
    'variable' in condition
      ? resolve(condition, reader)
      : 'count' in condition
        ? choicesOf(answer).length
        : 'row' in condition
          ? new Map(Object.entries(answer ?? {})).get(condition.row)
          : resolve(condition, reader);
  if ('answered' in condition) return condition.answered === (('row' in condition ? value : answer) !== undefined);
  const given = (operand: Operand) => normal(resolve(operand, reader), type);
  const equals = (operand: Operand) => {
    const wanted = given(operand);
    if (wanted === undefined) return false;
    return JSON.stringify(Array.isArray(value) ? [wanted] : wanted) === JSON.stringify(normal(value, type));
  };
  const difference = (operand: Operand) => {
    const [left, right] = [normal(value, type), given(operand)];
    if (left === undefined || right === undefined) return Number.NaN;
    return typeof left === 'number' ? left - Number(right) : Number(digits(left)) - Number(digits(right));
  };
  const search = (operand: Operand, find: (text: string, part: string) => boolean) => {
    const [text, part] = [normal(value, type), given(operand)];
    return typeof text === 'string' && typeof part === 'string' && find(text, part);
  };
  if ('is' in condition) return equals(condition.is);
  if ('is_not' in condition) return !equals(condition.is_not);
  if ('one_of' in condition) return condition.one_of.filter(equals).length > 0;
  if ('contains' in condition) {
    const wanted = JSON.stringify(given(condition.contains));
    if (Array.isArray(value)) return value.some((one) => JSON.stringify(one) === wanted);
    return search(condition.contains, (text, part) => text.split(part).length > 1 || part === '');
  }
  if ('starts_with' in condition) return search(condition.starts_with, (text, part) => text.indexOf(part) === 0);
  if ('greater' in condition) return difference(condition.greater) > 0;
  if ('at_least' in condition) return difference(condition.at_least) >= 0;
  if ('less' in condition) return difference(condition.less) < 0;
  if ('at_most' in condition) return difference(condition.at_most) <= 0;
  if ('before' in condition) return difference(condition.before) < 0;
  if ('after' in condition) return difference(condition.after) > 0;
  const [least, most] = condition.between;
  return difference(least) >= 0 && difference(most) <= 0;
}

/** Trims texts, and gives times their seconds. */
function normal(value: unknown, type: string | undefined): unknown {
  return type === 'time' && /^\d\d:\d\d$/.test(String(value)) ? `${value}:00` : trimmed(value);
}

/** Dates and times have the order of their digits. */
const digits = (value: unknown) => String(value).replaceAll(/\D/g, '');
