import type { Faults } from '../../base/faults/faults.js';
import type { Condition, Field, Operand, RuleOperand, Variable, When } from '../../shared/contract/resources.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import { submitTarget } from '../../shared/logic/limits.js';
import { ruleChangeOf } from '../../shared/logic/variables.js';
import {
  type ConditionOperator,
  equalityOperators,
  type Operators,
  orderOperators,
  requireNumber,
  requireOption,
  requireString,
} from './field-type.js';
import { fieldTypeOf } from './index-by-type.js';
import type { FormOwn } from './stored-form.js';

/** A field that conditions refer to. All of these conditions can use the same operators. */
interface FieldPlace {
  readonly field: Field;
  readonly index: number;
  readonly operators: Operators;
  /** The rows of a matrix, and the operators of conditions on one row. */
  readonly rows?: { readonly ids: ReadonlySet<string>; readonly operators: Operators };
}

/** A variable that conditions refer to. */
interface VariablePlace {
  readonly variable: Variable;
  /** The position in the list of variables. */
  readonly order: number;
  /** The index of the last field that it depends on. */
  readonly index: number;
}

interface Graph {
  readonly fields: ReadonlyMap<string, FieldPlace>;
  readonly variables: Map<string, VariablePlace>;
  readonly faults: Faults;
}

/** Where a condition is: it can read the fields before an index, and the variables before a position. */
interface Position {
  readonly index: number;
  readonly order: number;
}

/** Adds faults for references and conditions that cannot be evaluated, such as `fields.3.show_if.all.0.field`. */
export function checkLogic(
  { fields, variables = [], endings = [], quotas = [] }: Pick<FormOwn, 'fields' | 'variables' | 'endings' | 'quotas'>,
  faults: Faults,
): void {
  const places = fields.map((field, index): [string, FieldPlace] => [field.id, placeOf(field, index)]);
  // The first one counts if several have the same ID.
  const graph: Graph = { fields: new Map(places.reverse()), variables: new Map(), faults };
  variables.forEach((variable, order) => {
    checkVariable(variable, order, graph);
  });
  const end: Position = { index: fields.length, order: variables.length };
  fields.forEach((field, index) => {
    checkField(field, { ...end, index }, graph);
  });
  checkJumps(
    fields,
    endings.map(({ id }) => id),
    graph,
    end,
  );
  endings.forEach(({ id, when }, at) => {
    if (id === submitTarget) faults.add(`endings.${at}.id`, fault('reserved_id', { id }));
    if (graph.fields.get(id)?.field.type === 'page') faults.add(`endings.${at}.id`, fault('duplicate_id', { id }));
    checkConditions(when, end, graph, `endings.${at}.when`);
  });
  const known = new Set(endings.map(({ id }) => id));
  quotas.forEach(({ when, ending }, at) => {
    checkConditions(when, end, graph, `quotas.${at}.when`);
    if (ending !== null && !known.has(ending)) faults.add(`quotas.${at}.ending`, fault('unknown_ending'));
  });
}

function placeOf(field: Field, index: number): FieldPlace {
  const place = { field, index, operators: fieldTypeOf(field).operators(field) };
  if (field.type !== 'matrix') return place;
  const ids = new Set(field.rows.map(({ id }) => id));
  return { ...place, rows: { ids, operators: equalityOperators(requireOption(field)) } };
}

function checkField(field: Field, position: Position, graph: Graph): void {
  const path = `fields.${position.index}`;
  checkConditions(field.show_if, position, graph, `${path}.show_if`);
  checkConditions(field.require_if, position, graph, `${path}.require_if`);
  for (const member of ['options', 'rows'] as const) {
    const items = (member === 'options' ? 'options' in field && field.options : 'rows' in field && field.rows) || [];
    items.forEach(({ show_if }, at) => {
      checkConditions(show_if, position, graph, `${path}.${member}.${at}.show_if`);
    });
  }
}

/** Checks where pages lead to. The rules of a page can read the fields of the page. */
function checkJumps(fields: readonly Field[], endings: readonly string[], graph: Graph, end: Position): void {
  const targets = new Set([submitTarget, ...endings]);
  let nextPage = fields.length;
  for (let index = fields.length - 1; index >= 0; index--) {
    const field = fields[index];
    if (field?.type !== 'page') continue;
    const limit = nextPage;
    nextPage = index;
    if (field.id === submitTarget) graph.faults.add(`fields.${index}.id`, fault('reserved_id', { id: field.id }));
    field.next?.forEach(({ when, to }, at) => {
      const path = `fields.${index}.next.${at}`;
      checkConditions(when, { ...end, index: limit }, graph, `${path}.when`);
      if (targets.has(to)) return;
      const target = graph.fields.get(to);
      if (target?.field.type !== 'page') graph.faults.add(`${path}.to`, fault('unknown_target'));
      else if (target.index <= index) graph.faults.add(`${path}.to`, fault('backward_jump'));
    });
  }
}

function checkVariable(variable: Variable, order: number, graph: Graph): void {
  const { id, rules, type } = variable;
  const path = `variables.${order}`;
  if (graph.fields.has(id) || graph.variables.has(id)) graph.faults.add(`${path}.id`, fault('duplicate_id', { id }));
  const position: Position = { index: Number.POSITIVE_INFINITY, order };
  let index = -1;
  const depend = (reference: Reference) => {
    const place = 'field' in reference ? graph.fields.get(reference.field) : graph.variables.get(reference.variable);
    index = Math.max(index, place?.index ?? -1);
  };
  rules.forEach((rule, at) => {
    const rulePath = `${path}.rules.${at}`;
    checkConditions(rule.when, position, graph, `${rulePath}.when`, depend);
    const [change, operand] = ruleChangeOf(rule);
    const found =
      type === 'text' && change !== 'set'
        ? fault('rule_not_allowed', { type })
        : change === 'divide' && operand === 0
          ? fault('division_by_zero')
          : ruleOperandFault(operand, type, position, graph, depend);
    if (found) graph.faults.add(`${rulePath}.${change}`, found);
  });
  if (!graph.variables.has(id)) graph.variables.set(id, { variable, order, index });
}

type Reference = { readonly field: string } | { readonly variable: string };
type OnReference = (reference: Reference) => void;

function ruleOperandFault(
  operand: RuleOperand,
  type: Variable['type'],
  position: Position,
  graph: Graph,
  onReference: OnReference,
): Fault | undefined {
  if (typeof operand === 'object' && 'score' in operand) {
    const place = graph.fields.get(operand.score);
    onReference({ field: operand.score });
    if (!place) return fault('condition_on_unknown_field');
    return type === 'number' && 'options' in place.field ? undefined : fault('needs_options');
  }
  if (typeof operand !== 'object') return type === 'number' ? requireNumber(operand) : requireString(operand);
  const subject: SubjectType = type === 'number' ? 'number' : 'text';
  return referenceFault(operand, subject, position, graph, onReference);
}

function checkConditions(
  when: When | null | undefined,
  position: Position,
  graph: Graph,
  path: string,
  onReference: OnReference = () => undefined,
): void {
  if (!when) return;
  const checkAll = (name: string, parts: readonly When[]) =>
    parts.forEach((part, at) => {
      checkConditions(part, position, graph, `${path}.${name}.${at}`, onReference);
    });
  if ('all' in when) checkAll('all', when.all);
  else if ('any' in when) checkAll('any', when.any);
  else if ('none' in when) checkAll('none', when.none);
  else {
    const problem = conditionFault(when, position, graph, onReference);
    if (problem) graph.faults.add(`${path}.${problem.member}`, problem.fault);
  }
}

interface MemberFault {
  readonly member: string;
  readonly fault: Fault;
}

function conditionFault(
  condition: Condition,
  position: Position,
  graph: Graph,
  onReference: OnReference,
): MemberFault | undefined {
  const subject = subjectOf(condition, position, graph, onReference);
  if ('fault' in subject) return subject;
  if ('answered' in condition)
    return subject.isAnswer ? undefined : { member: 'answered', fault: fault('operator_not_allowed', subject) };
  const [operator, operands] = comparisonOf(condition);
  const check = subject.operators[operator];
  if (!check) return { member: operator, fault: fault('operator_not_allowed', { type: subject.type }) };
  for (const operand of operands) {
    const found =
      typeof operand === 'object'
        ? referenceFault(operand, subject.valueType, position, graph, onReference)
        : check(operand);
    if (found) return { member: operator, fault: found };
  }
  return undefined;
}

/** What a condition compares. */
interface Subject {
  readonly type: string;
  readonly valueType: SubjectType;
  readonly operators: Operators;
  /** Whether it can be unanswered. */
  readonly isAnswer: boolean;
}

const numberOperators = orderOperators(requireNumber);
const textOperators: Operators = {
  ...equalityOperators(requireString),
  contains: requireString,
  starts_with: requireString,
};

function subjectOf(
  condition: Condition,
  position: Position,
  graph: Graph,
  onReference: OnReference,
): Subject | MemberFault {
  if ('variable' in condition) {
    const found = variableFault(condition.variable, position, graph, onReference);
    if (found) return { member: 'variable', fault: found };
    const type = graph.variables.get(condition.variable)?.variable.type ?? 'number';
    const operators = type === 'number' ? numberOperators : textOperators;
    return { type, valueType: type, operators, isAnswer: false };
  }
  const [member, id] = 'count' in condition ? ['count', condition.count] : ['field', condition.field];
  const found = fieldFault(id, position, graph, onReference);
  const place = graph.fields.get(id);
  if (found || !place) return { member, fault: found ?? fault('condition_on_unknown_field') };
  const { field, operators, rows } = place;
  if ('count' in condition)
    return 'options' in field
      ? { type: 'number', valueType: 'number', operators: numberOperators, isAnswer: false }
      : { member, fault: fault('needs_options') };
  if ('row' in condition) {
    if (!rows?.ids.has(condition.row)) return { member: 'row', fault: fault('unknown_row') };
    return { type: 'matrix', valueType: 'option', operators: rows.operators, isAnswer: true };
  }
  return { type: field.type, valueType: valueTypeOf(field), operators, isAnswer: true };
}

type SubjectType = 'text' | 'number' | 'boolean' | 'date' | 'time' | 'option';

function valueTypeOf({ type }: Field): SubjectType {
  switch (type) {
    case 'number':
    case 'rating':
    case 'scale':
      return 'number';
    case 'date':
    case 'time':
      return type;
    case 'consent':
      return 'boolean';
    case 'single_choice':
    case 'dropdown':
    case 'multiple_choice':
    case 'ranking':
    case 'matrix':
      return 'option';
    default:
      return 'text';
  }
}

function referenceFault(
  operand: Exclude<Operand, string | number | boolean>,
  subject: SubjectType,
  position: Position,
  graph: Graph,
  onReference: OnReference,
): Fault | undefined {
  if ('today' in operand) return subject === 'date' ? undefined : fault('not_comparable');
  if ('variable' in operand) {
    const found = variableFault(operand.variable, position, graph, onReference);
    const isNumber = graph.variables.get(operand.variable)?.variable.type === 'number';
    return (
      found ?? (isNumber === (subject === 'number') && subject !== 'boolean' ? undefined : fault('not_comparable'))
    );
  }
  const found = fieldFault(operand.field, position, graph, onReference);
  const field = graph.fields.get(operand.field)?.field;
  if (found || !field) return found ?? fault('condition_on_unknown_field');
  const isSingle = !['multiple_choice', 'ranking', 'matrix'].includes(field.type);
  const type = valueTypeOf(field);
  const isText = subject === 'text' && type !== 'number' && type !== 'boolean';
  return isSingle && (type === subject || isText) ? undefined : fault('not_comparable');
}

function fieldFault(id: string, { index }: Position, graph: Graph, onReference: OnReference): Fault | undefined {
  onReference({ field: id });
  const place = graph.fields.get(id);
  if (!place) return fault('condition_on_unknown_field');
  if (place.index >= index) return fault('condition_on_later_field');
  return fieldTypeOf(place.field).takesAnswers ? undefined : fault('condition_on_silent_field');
}

function variableFault(id: string, position: Position, graph: Graph, onReference: OnReference): Fault | undefined {
  onReference({ variable: id });
  const place = graph.variables.get(id);
  if (!place) return fault('unknown_variable');
  return place.order < position.order && place.index < position.index ? undefined : fault('later_variable');
}

type Operands = readonly Operand[];

function comparisonOf(
  condition: Exclude<Condition, { answered: boolean }>,
): [operator: ConditionOperator, operands: Operands] {
  if ('is' in condition) return ['is', [condition.is]];
  if ('is_not' in condition) return ['is_not', [condition.is_not]];
  if ('one_of' in condition) return ['one_of', condition.one_of];
  if ('contains' in condition) return ['contains', [condition.contains]];
  if ('starts_with' in condition) return ['starts_with', [condition.starts_with]];
  if ('greater' in condition) return ['greater', [condition.greater]];
  if ('at_least' in condition) return ['at_least', [condition.at_least]];
  if ('less' in condition) return ['less', [condition.less]];
  if ('at_most' in condition) return ['at_most', [condition.at_most]];
  if ('between' in condition) return ['between', condition.between];
  return 'before' in condition ? ['before', [condition.before]] : ['after', [condition.after]];
}
