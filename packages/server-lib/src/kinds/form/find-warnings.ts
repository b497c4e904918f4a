import { Faults } from '../../base/faults/faults.js';
import type { Steps } from '../../base/steps.js';
import { truncate } from '../../base/truncate.js';
import { isObject } from '../../base/validation/objects.js';
import type { Ending, Field, FieldOption, Variable, VariableRule, When } from '../../shared/contract/resources.js';
import { type Fault, fault, type Issue } from '../../shared/faults/fault.js';
import { submitTarget } from '../../shared/logic/limits.js';
import { findLookalikes, placeholderNames } from '../../shared/logic/placeholders.js';
import { ruleChangeOf } from '../../shared/logic/variables.js';
import { type FilledForm, filledTexts } from './filled-texts.js';
import { canBe, createLogicValues, type LogicValues, type Verdict, verdictOf } from './logic-values.js';
import type { FormOwn } from './stored-form.js';

/** The parts of a form that can have warnings. */
export type WarnedForm = Pick<FormOwn, 'fields' | 'variables' | 'endings' | 'quotas'> & FilledForm;

/**
 * Finds what the logic of a valid form probably does not mean: pages, endings and rules that no answers lead to, conditions that are
 * always or never true, and placeholders and variables without effect. What it finds is true for all valid answers. It does not find
 * everything: a condition on a field is not combined with the ways on which the field is shown. It lists at most as many warnings as
 * a response has errors. It takes many steps, since many conditions on many options take tens of milliseconds.
 */
export function* findLogicWarnings(form: WarnedForm): Steps<Issue[]> {
  const { fields, variables = [], endings = [], quotas = [] } = form;
  const faults = new Faults();
  const add = (path: string, found: Fault) => faults.add(path, found);
  const byId = new Map(fields.map((field) => [field.id, field]));
  const hidden = new Set<string | FieldOption>();
  const values = createLogicValues(
    {
      field: (id) => byId.get(id),
      canShow: (id) => !hidden.has(id),
      canShowItem: (item) => !hidden.has(item),
    },
    variables,
  );
  const state: Search = { fields, endings, values, hidden, add };
  const ends = yield* followPages(state);
  yield;
  for (const [index, { rules }] of variables.entries())
    for (const [at, rule] of rules.entries()) {
      const path = `variables.${index}.rules.${at}`;
      const { canBeTrue } = checkWhen(rule.when, `${path}.when`, state);
      if (canBeTrue && canDivideByZero(rule, byId, values)) add(`${path}.divide`, fault('can_divide_by_zero'));
      yield;
    }
  const reached = new Set(ends.jumps);
  for (const [index, { when, ending }] of quotas.entries()) {
    const { canBeTrue } = checkWhen(when, `quotas.${index}.when`, state);
    if (canBeTrue && ending !== null) reached.add(ending);
    yield;
  }
  yield* checkEndings(state, ends, reached);
  checkTexts(form, byId, variables, add);
  return [...faults.issues];
}

/** Returns whether a rule that applies can divide by 0. A rule that divides by the number 0 is not valid. */
function canDivideByZero(rule: VariableRule, fields: ReadonlyMap<string, Field>, values: LogicValues): boolean {
  const [change, operand] = ruleChangeOf(rule);
  if (change !== 'divide' || typeof operand !== 'object' || 'today' in operand) return false;
  const isZero: When = 'score' in operand ? hasNoScore(operand.score, fields) : { ...operand, is: 0 };
  return canBe(rule.when ? { all: [rule.when, isZero] } : isZero, true, values.fork());
}

/** Returns a condition for an answer whose score is 0: none, or one option without a score. */
function hasNoScore(id: string, fields: ReadonlyMap<string, Field>): When {
  const field = fields.get(id);
  const isSingle = field?.type === 'single_choice' || field?.type === 'dropdown';
  const without = isSingle ? field.options.filter(({ score }) => !score) : [];
  return { any: [{ field: id, answered: false }, ...without.map((option) => ({ field: id, is: option.id }))] };
}

/** What the parts of the search share. */
interface Search {
  readonly fields: readonly Field[];
  readonly endings: readonly Ending[];
  readonly values: LogicValues;
  /** The IDs of the fields that never show, and the options and rows that never show. */
  readonly hidden: Set<string | FieldOption>;
  readonly add: (path: string, found: Fault) => void;
}

/** How visitors can get to the end of a form. */
interface Ends {
  /** The endings that pages lead to. */
  readonly jumps: ReadonlySet<string>;
  /** Whether a visitor can get to the end without one of them. */
  readonly isOpen: boolean;
}

/** Where visitors can go when they leave a page. */
interface Exits {
  readonly targets: ReadonlySet<string>;
  /** Whether the next page can follow. */
  readonly leadsOn: boolean;
}

/** What is known about a page that visitors have left. */
interface LeftPage {
  readonly leadsOn: boolean;
  /** The position of the first page that a rule leads to. */
  readonly firstTarget: number;
}

/** Follows all ways through the pages at once, as visitors go, and checks the conditions on them. */
function* followPages(state: Search): Steps<Ends> {
  const { fields, endings, hidden, add } = state;
  const positions = new Map(fields.map(({ id }, index) => [id, index]));
  const endingIds = new Set(endings.map(({ id }) => id));
  const jumps = new Set<string>();
  /** The pages that a visitor who gets to the next field can have come to last. */
  let current = noPages(true);
  /** The pages to which visitors jump, past the next field. */
  const awaited = new Set<string>();
  let isOpen = false;

  /** Lets visitors leave a page, at the page at a position or at the end. */
  function* leave(from: number, position: number): Steps<LeftPage> {
    const { targets, leadsOn } = yield* exitsOf(state, from);
    let firstTarget = Number.POSITIVE_INFINITY;
    for (const to of targets) {
      if (to === submitTarget) isOpen = true;
      else if (endingIds.has(to)) jumps.add(to);
      else {
        const target = positions.get(to) ?? 0;
        firstTarget = Math.min(firstTarget, target);
        if (target > position) awaited.add(to);
      }
    }
    return { leadsOn, firstTarget };
  }

  /** Lets visitors leave all current pages. Returns whether they can get to the page at a position, which is the next one. */
  function* leaveAll(position: number): Steps<boolean> {
    for (const from of current.unleft.splice(0)) {
      const { leadsOn, firstTarget } = yield* leave(from, position);
      current.leadsOn ||= leadsOn;
      current.firstTarget = Math.min(current.firstTarget, firstTarget);
    }
    // A page that was passed, because it was hidden, counts as the next one.
    return current.leadsOn || current.firstTarget <= position;
  }

  for (const [index, field] of fields.entries()) {
    const path = `fields.${index}`;
    const isAwaited = awaited.delete(field.id);
    const isPassed = !current.isEmpty;
    const { canBeTrue, canBeFalse } = isPassed ? checkWhen(field.show_if, `${path}.show_if`, state) : neither;
    let isReached = isAwaited;
    if (isPassed && canBeTrue) isReached = field.type !== 'page' || (yield* leaveAll(index)) || isReached;
    if (!isReached) {
      hidden.add(field.id);
      if (field.type === 'page') add(path, fault('unreachable_page'));
      if (field.required) add(`${path}.required`, fault('required_never_shown'));
    } else if (!(yield* checkItems(state, field, path))) {
      hidden.add(field.id);
      if (field.required) add(`${path}.required`, fault('required_never_shown'));
    }
    yield;
    if (field.type !== 'page') continue;
    if (!canBeFalse && isPassed) current = noPages(false);
    if (isReached) {
      current.isEmpty = false;
      current.unleft.push(index);
    }
  }
  if (!current.isEmpty) isOpen = (yield* leaveAll(fields.length)) || isOpen;
  return { jumps, isOpen };
}

/** The pages that visitors can be on, as one: each is left once, so that the time does not grow with the square of their number. */
interface CurrentPages {
  isEmpty: boolean;
  /** The positions of the pages that were not left yet. */
  readonly unleft: number[];
  /** Whether the next page can follow one of the pages that were left. */
  leadsOn: boolean;
  /** The position of the first page that a rule of them leads to. */
  firstTarget: number;
}

/** Returns no pages, or only the beginning, which the first page follows. */
function noPages(isBeginning: boolean): CurrentPages {
  return { isEmpty: !isBeginning, unleft: [], leadsOn: isBeginning, firstTarget: Number.POSITIVE_INFINITY };
}

const neither: Verdict = { canBeTrue: false, canBeFalse: false };

/** Checks the other conditions of a field that can show. Returns false if it has no option or no row that can show. */
function* checkItems(state: Search, field: Field, path: string): Steps<boolean> {
  checkWhen(field.require_if, `${path}.require_if`, state);
  const lists = { options: 'options' in field ? field.options : [], rows: 'rows' in field ? field.rows : [] };
  for (const [list, items] of Object.entries(lists))
    for (const [at, item] of items.entries()) {
      const { canBeTrue } = checkWhen(item.show_if, `${path}.${list}.${at}.show_if`, state);
      if (!canBeTrue) state.hidden.add(item);
      yield;
    }
  const items = lists.rows.length > 0 ? lists.rows : lists.options;
  return items.length === 0 || ('other' in field && field.other) || items.some((item) => !state.hidden.has(item));
}

/** Returns where a page can lead to, and checks its rules. */
function* exitsOf(state: Search, index: number): Steps<Exits> {
  const field = state.fields[index];
  const rules = field?.type === 'page' ? (field.next ?? []) : [];
  const left = createChain(state.values);
  const targets = new Set<string>();
  for (const [at, { when, to }] of rules.entries()) {
    const path = `fields.${index}.next.${at}`;
    const { canBeTrue } = checkWhen(when, `${path}.when`, state);
    yield;
    if (!canBeTrue) continue;
    if (left.take(when)) targets.add(to);
    else state.add(path, fault('unreachable_rule'));
  }
  return { targets, leadsOn: left.canContinue() };
}

function* checkEndings(state: Search, { isOpen }: Ends, reached: ReadonlySet<string>): Steps<void> {
  const left = createChain(state.values);
  for (const [index, { id, when }] of state.endings.entries()) {
    const { canBeTrue } = checkWhen(when, `endings.${index}.when`, state);
    const isFound = canBeTrue && left.take(when);
    if (!(isOpen && isFound) && !reached.has(id)) state.add(`endings.${index}`, fault('unreachable_ending'));
    yield;
  }
}

/** Conditions of which the first one that is true decides. */
interface Chain {
  /** Returns whether a condition can be true while all earlier ones are false. */
  take(when: When | null | undefined): boolean;
  /** Returns whether all conditions so far can be false. */
  canContinue(): boolean;
}

function createChain(values: LogicValues): Chain {
  const rest = values.fork();
  let isLeft = true;
  return {
    take(when) {
      const isPossible = isLeft && (!when || canBe(when, true, rest.fork()));
      isLeft &&= !!when && canBe(when, false, rest);
      return isPossible;
    },
    canContinue: () => isLeft,
  };
}

/** Adds warnings for conditions that are always or never true, and returns whether they can be true or false. */
function checkWhen(when: When | null | undefined, path: string, { values, add }: Search): Verdict {
  const verdict = verdictOf(when, values);
  if (when) reportWhen(when, verdict, path, values, add);
  return verdict;
}

/** Adds warnings for the smallest parts of conditions that are always or never true. */
function reportWhen(
  when: When,
  { canBeTrue, canBeFalse }: Verdict,
  path: string,
  values: LogicValues,
  add: Search['add'],
) {
  const [name, parts] =
    'all' in when
      ? ['all', when.all]
      : 'any' in when
        ? ['any', when.any]
        : 'none' in when
          ? ['none', when.none]
          : ['', []];
  const verdicts = parts.map((part) => verdictOf(part, values));
  const reportParts = () =>
    parts.forEach((part, at) => {
      const verdict = verdicts[at];
      if (verdict) reportWhen(part, verdict, `${path}.${name}.${at}`, values, add);
    });
  if (canBeTrue && canBeFalse) return reportParts();
  if (canBeTrue) return add(path, fault('always_true'));
  const isOfPart = name === 'all' && verdicts.some((verdict) => !verdict.canBeTrue);
  return isOfPart ? reportParts() : add(path, fault('never_true'));
}

/** Checks the placeholders in texts, and whether each variable is used. */
function checkTexts(
  form: WarnedForm,
  fields: ReadonlyMap<string, Field>,
  variables: readonly Variable[],
  add: Search['add'],
): void {
  const used = usedVariables(form);
  const ids = new Set(variables.map(({ id }) => id));
  const positions = new Map(form.fields.map(({ id }, index) => [id, index]));
  for (const { path, text, field = form.fields.length } of filledTexts(form)) {
    const lookalikes = findLookalikes(text);
    const names = placeholderNames(text);
    for (const name of names) used.add(name);
    const closed = lookalikes.flatMap(({ name, isClosed }) => (isClosed ? [name] : []));
    const unknown = new Set([...names.filter((name) => !fields.has(name) && !ids.has(name)), ...closed]);
    for (const name of unknown) add(path, fault('unknown_placeholder', { name: truncate(name, maxNameLength) }));
    // The page around a form fills in hidden fields before visitors read it.
    for (const name of new Set(names))
      if ((positions.get(name) ?? -1) >= field && fields.get(name)?.type !== 'hidden')
        add(path, fault('later_placeholder', { name }));
    if (closed.length < lookalikes.length) add(path, fault('unclosed_placeholder'));
  }
  variables.forEach(({ id }, index) => {
    if (!used.has(id)) add(`variables.${index}`, fault('unused_variable'));
  });
}

/** The maximum length of a name in a warning. No ID is longer. */
const maxNameLength = 40;

/** Returns the IDs of the variables that conditions and rules read. */
function usedVariables({ fields, variables = [], endings = [], quotas = [] }: WarnedForm): Set<string> {
  const used = new Set<string>();
  const useOperand = (operand: unknown) => {
    if (isObject(operand) && typeof operand['variable'] === 'string') used.add(operand['variable']);
  };
  const use = (when: When | null | undefined): void => {
    if (!when) return;
    if ('all' in when) when.all.forEach(use);
    else if ('any' in when) when.any.forEach(use);
    else if ('none' in when) when.none.forEach(use);
    else {
      useOperand(when);
      Object.values(when).flat().forEach(useOperand);
    }
  };
  for (const field of fields) {
    use(field.show_if);
    use(field.require_if);
    if (field.type === 'page') for (const { when } of field.next ?? []) use(when);
    if ('options' in field) for (const { show_if } of field.options) use(show_if);
    if ('rows' in field) for (const { show_if } of field.rows) use(show_if);
  }
  for (const { rules } of variables)
    for (const rule of rules) {
      use(rule.when);
      useOperand(ruleChangeOf(rule)[1]);
    }
  for (const { when } of [...endings, ...quotas]) use(when);
  return used;
}
