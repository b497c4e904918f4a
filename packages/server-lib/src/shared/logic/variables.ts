import type { Operand, RuleOperand, Variable, VariableRule } from '../contract/resources.js';
import { type ConditionContext, holds, resolveOperand } from './conditions.js';
import { maxVariable, maxVariableLength } from './limits.js';

/* Computes variables. The server and the widget share this file, so that they always agree. */

/** A rule that was not applied. */
export interface VariableProblem {
  readonly variable: string;
  readonly rule: number;
  readonly code: 'divided_by_zero' | 'out_of_range';
}

/** What the rules of variables can read. */
export interface RuleContext extends ConditionContext {
  /** Returns the sum of the scores of the chosen options of a field. */
  scoreOf(field: string): number;
}

/** Returns the value of a variable. Rules whose operand has no value, or a value of another type, change nothing. */
export function computeVariable(
  { id, type, value, rules }: Variable,
  context: RuleContext,
  problems: VariableProblem[],
): number | string {
  let result: number | string = value;
  rules.forEach((rule, at) => {
    if (!holds(rule.when, context)) return;
    const [change, operand] = ruleChangeOf(rule);
    const given = operandValue(operand, context);
    if (type === 'text') {
      if (change === 'set' && typeof given === 'string') result = cut(given.trim());
      return;
    }
    if (typeof given !== 'number' || typeof result !== 'number') return;
    const next = calculate(change, result, given);
    if (Math.abs(next) <= maxVariable) result = next;
    else problems.push({ variable: id, rule: at, code: given === 0 ? 'divided_by_zero' : 'out_of_range' });
  });
  return result;
}

export type Calculation = 'set' | 'add' | 'subtract' | 'multiply' | 'divide';

/** Returns what a rule does, and with what. */
export function ruleChangeOf(rule: VariableRule): [change: Calculation, operand: RuleOperand] {
  if ('set' in rule) return ['set', rule.set];
  if ('add' in rule) return ['add', rule.add];
  if ('subtract' in rule) return ['subtract', rule.subtract];
  return 'multiply' in rule ? ['multiply', rule.multiply] : ['divide', rule.divide];
}

function operandValue(operand: RuleOperand, context: RuleContext): unknown {
  return isScore(operand) ? context.scoreOf(operand.score) : resolveOperand(operand, context);
}

function isScore(operand: RuleOperand): operand is Exclude<RuleOperand, Operand> {
  return typeof operand === 'object' && 'score' in operand;
}

/** Returns a changed number, with six decimal places. A division by zero is infinite, even of zero. */
export function calculate(change: Calculation, value: number, by: number): number {
  switch (change) {
    case 'set':
      return round(by);
    case 'add':
      return round(value + by);
    case 'subtract':
      return round(value - by);
    case 'multiply':
      return round(value * by);
    case 'divide':
      return by === 0 ? Number.POSITIVE_INFINITY : round(value / by);
  }
}

/** Adding 0 makes a negative zero positive. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}

/** Cuts a text without leaving half of a character. */
function cut(text: string): string {
  return text.length <= maxVariableLength
    ? text
    : [...text.slice(0, 2 * maxVariableLength)].slice(0, maxVariableLength).join('');
}
