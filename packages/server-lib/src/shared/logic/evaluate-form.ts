import type { Ending, NextRule, Variable, When } from '../contract/resources.js';
import { holds, isAnswer } from './conditions.js';
import { submitTarget } from './limits.js';
import { computeVariable, type RuleContext, type VariableProblem } from './variables.js';

/* Evaluates the logic of a form. The server and the widget share this file, so that they always agree. */

/** The parts of an option or a row that the logic needs. */
export interface LogicItem {
  readonly id: string;
  readonly show_if?: When | null | undefined;
  readonly score?: number | null | undefined;
}

/** The parts of a field that the logic needs. */
export interface LogicField {
  readonly id: string;
  readonly type: string;
  readonly required?: boolean | undefined;
  readonly show_if?: When | null | undefined;
  readonly require_if?: When | null | undefined;
  readonly next?: readonly NextRule[] | null | undefined;
  readonly options?: readonly LogicItem[] | undefined;
  /** Whether a write-in is allowed. */
  readonly other?: boolean | undefined;
  readonly rows?: readonly LogicItem[] | undefined;
}

/** The parts of a form that the logic needs. */
export interface FormLogic<Field extends LogicField> {
  readonly fields: readonly Field[];
  readonly variables?: readonly Variable[] | undefined;
  readonly endings?: readonly Ending[] | undefined;
}

/** The answers so far, by field ID. */
export type AnswersById = Readonly<Record<string, unknown>>;

/** The way of a visitor through a form. */
export interface FormPath<Field> {
  /** The fields on the way, in order. */
  readonly shown: readonly Field[];
  /** The answers that count, by field ID: to shown fields, without hidden options and rows. */
  readonly answers: ReadonlyMap<string, unknown>;
  /** Returns whether a shown field must be answered. */
  isRequired(field: Field): boolean;
  /** Returns whether an option or a row of a field is shown. */
  shows(field: Field, item: LogicItem): boolean;
  /** Returns an answer without options and rows that are hidden. Undefined if nothing is left. */
  offered(field: Field, answer: unknown): unknown;
  /** Returns whether a condition is true at the end of the way. */
  holds(when: When | null | undefined): boolean;
  readonly variables: Readonly<Record<string, number | string>>;
  /** The ending that the visitor reaches. Null if the form has none for these answers. */
  readonly ending: Ending | null;
  /** The rules of variables that could not be applied. */
  readonly problems: readonly VariableProblem[];
}

/**
 * Evaluates a form. Fields are evaluated once and in order, and conditions only see earlier fields, so that there are no
 * cycles. Answers to fields that are hidden, or on pages that a jump skips, are ignored. A field without an option or a row that is
 * shown is hidden too: it could not be answered.
 *
 * @param today The date in UTC, such as `2026-01-31`.
 */
export function evaluateForm<Field extends LogicField>(
  { fields, variables = [], endings = [] }: FormLogic<Field>,
  answers: AnswersById,
  today: string,
): FormPath<Field> {
  const state = createState(fields, variables, today);
  const shown: Field[] = [];
  /** The `next` of the current page. */
  let next: LogicField['next'];
  /** The end of the form, or the page that the visitor jumps to. */
  let jump: Target | undefined;

  for (const field of fields) {
    let isShown = jump === undefined ? holds(field.show_if, state) : jump.page === field.id;
    if (isShown && jump === undefined && field.type === 'page' && next) {
      jump = targetOf(next, { fields, endings, state });
      isShown = jump === undefined || jump.page === field.id;
    }
    isShown &&= hasChoice(field, state);
    if (isShown) {
      jump = undefined;
      if (field.type === 'page') next = field.next;
      shown.push(field);
    }
    const given = isShown && Object.hasOwn(answers, field.id) ? answers[field.id] : undefined;
    state.add(field, isAnswer(given) ? withoutHidden(field, given, state) : undefined);
  }
  if (jump === undefined && next) jump = targetOf(next, { fields, endings, state });
  return {
    shown,
    answers: state.answers,
    isRequired: ({ required, require_if }) => required === true || (require_if ? holds(require_if, state) : false),
    shows: (_field, { show_if }) => holds(show_if, state),
    offered: (field, answer) => withoutHidden(field, answer, state),
    holds: (when) => holds(when, state),
    variables: state.variables(),
    ending: jump?.ending ?? endings.find(({ when }) => holds(when, state)) ?? null,
    problems: state.problems,
  };
}

/** Where a jump leads to: a later page, or the end of the form, with or without an ending. */
interface Target {
  readonly page?: string;
  readonly ending?: Ending;
}

interface JumpContext {
  readonly fields: readonly LogicField[];
  readonly endings: readonly Ending[];
  readonly state: LogicState;
}

/** Returns where a page leads to. Undefined for the next page. A page that the visitor has passed is the next page. */
function targetOf(next: readonly NextRule[], { fields, endings, state }: JumpContext): Target | undefined {
  const to = next.find(({ when }) => holds(when, state))?.to;
  if (to === undefined) return undefined;
  if (to === submitTarget) return {};
  const ending = endings.find(({ id }) => id === to);
  if (ending) return { ending };
  const isLater = state.answerOf(to) === undefined && fields.some(({ id, type }) => id === to && type === 'page');
  return isLater ? { page: to } : undefined;
}

/** What was evaluated so far. */
interface LogicState extends RuleContext {
  /** Adds the answer to the next field. */
  add(field: LogicField, answer: unknown): void;
  readonly answers: ReadonlyMap<string, unknown>;
  /** Computes the variables that no condition asked for, and returns all variables. */
  variables(): Record<string, number | string>;
  readonly problems: readonly VariableProblem[];
}

function createState(fields: readonly LogicField[], variables: readonly Variable[], today: string): LogicState {
  const answers = new Map<string, unknown>();
  /** The number of fields that were evaluated. */
  let evaluated = 0;
  /** The evaluated fields that conditions can find. Filled when a condition is evaluated, since most forms have none. */
  const found = new Map<string, LogicField>();
  let indexed = 0;
  const definitions = new Map(variables.map((variable) => [variable.id, variable]));
  const computed = new Map<string, number | string>();
  const problems: VariableProblem[] = [];
  const state: LogicState = {
    today,
    problems,
    answers,
    answerOf(id) {
      const field = evaluatedField(id);
      return field && { type: field.type, value: answers.get(id) };
    },
    variableOf(id) {
      const variable = definitions.get(id);
      return variable && { type: variable.type, value: compute(variable) };
    },
    scoreOf(id) {
      const field = evaluatedField(id);
      return field ? sumOfScores(field, answers.get(id)) : 0;
    },
    add({ id }, value) {
      evaluated++;
      // Definitions that are still edited can have several fields with an ID. The last one counts.
      if (value === undefined) answers.delete(id);
      else answers.set(id, value);
    },
    variables: () => Object.fromEntries(variables.map((variable) => [variable.id, compute(variable)])),
  };

  function evaluatedField(id: string): LogicField | undefined {
    for (; indexed < evaluated; indexed++) {
      const field = fields[indexed];
      if (field) found.set(field.id, field);
    }
    return found.get(id);
  }

  /**
   * Computes a variable when it is read first. All fields that its rules name are evaluated by then: definitions whose
   * conditions read a variable too early are refused.
   */
  function compute(variable: Variable): number | string {
    const known = computed.get(variable.id);
    if (known !== undefined) return known;
    // Ends cycles, which definitions that are still edited can have.
    computed.set(variable.id, variable.value);
    const value = computeVariable(variable, state, problems);
    computed.set(variable.id, value);
    return value;
  }
  return state;
}

/** Returns an answer without options and rows that are hidden. Undefined if nothing is left. */
function withoutHidden({ options, rows, type }: LogicField, answer: unknown, state: LogicState): unknown {
  if (typeof answer === 'object' && rows?.some(({ show_if }) => show_if)) {
    const hidden = hiddenIds(rows, state);
    const rest = Object.entries(answer ?? {}).filter(([row]) => !hidden.has(row));
    return rest.length === 0 ? undefined : Object.fromEntries(rest);
  }
  if (type === 'matrix' || !options?.some(({ show_if }) => show_if)) return answer;
  const hidden = hiddenIds(options, state);
  if (!Array.isArray(answer)) return hidden.has(answer) ? undefined : answer;
  const rest = answer.filter((choice) => !hidden.has(choice));
  return rest.length === 0 ? undefined : rest;
}

/** Returns whether a field has an option or a row to answer, if it has any. */
function hasChoice({ options, rows = options, other }: LogicField, state: LogicState): boolean {
  return !rows || other === true || rows.some(({ show_if }) => holds(show_if, state));
}

function hiddenIds(items: readonly LogicItem[], state: LogicState): ReadonlySet<unknown> {
  return new Set(items.filter(({ show_if }) => !holds(show_if, state)).map(({ id }) => id));
}

/** Returns the sum of the scores of the options of an answer, which can be in the rows of a matrix. */
function sumOfScores({ type, options = [] }: LogicField, answer: unknown): number {
  const scores = new Map<unknown, number>(options.map(({ id, score }) => [id, score ?? 0]));
  const chosen: unknown[] = Array.isArray(answer) ? answer : type === 'matrix' ? Object.values(answer ?? {}) : [answer];
  return chosen.reduce((sum: number, choice) => sum + (scores.get(choice) ?? 0), 0);
}
