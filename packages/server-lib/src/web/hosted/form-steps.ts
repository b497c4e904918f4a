import type { FormOwn } from '../../kinds/form/stored-form.js';
import type { Field, FieldRow, Variable } from '../../shared/contract/resources.js';
import type { FormPath } from '../../shared/logic/evaluate-form.js';
import { hasInput, pagesOf } from '../../shared/logic/form-pages.js';
import { placeholderNames } from '../../shared/logic/placeholders.js';
import { comparisonsOf } from './field-condition.js';

/* Divides forms into steps for visitors without scripts, whose pages cannot react to answers that are still entered. */

/**
 * Returns whether a form is shown step by step. A form without logic is on one page. So is a form that is one page and whose only
 * logic are conditions of fields that the page can describe.
 */
export function hasSteps({ layout, fields, welcome, variables = [] }: FormOwn): boolean {
  const hasPages = fields.some(({ type }) => type === 'page');
  const known = new Set([...fields, ...variables].map(({ id }) => id));
  return (
    layout === 'steps' ||
    Boolean(welcome) ||
    fields.some((field) => (field.show_if && (hasPages || !comparisonsOf(field))) || changesWithAnswers(field, known))
  );
}

/**
 * Whether answers change more of a field than whether it is shown, or where its page leads to.
 *
 * @param known The names that placeholders can have. Others stay as they are.
 */
function changesWithAnswers(field: Field, known: ReadonlySet<string>): boolean {
  const leadsOn = 'next' in field && field.next !== undefined && field.next.length > 0;
  const isConditional = ({ show_if }: FieldRow) => show_if !== undefined;
  return (
    leadsOn ||
    field.require_if !== undefined ||
    itemsOf(field).some(isConditional) ||
    textsOf(field)
      .flatMap(placeholderNames)
      .some((name) => known.has(name))
  );
}

function itemsOf(field: Field): FieldRow[] {
  const rows = 'rows' in field ? field.rows : [];
  return 'options' in field ? [...rows, ...field.options] : rows;
}

function textsOf(field: Field): string[] {
  return [field.label, field.help ?? '', field.placeholder ?? '', ...itemsOf(field).map(({ label }) => label)];
}

/**
 * Returns the step of each shown field, counted from 0: the pages of the form, divided where a field depends on an answer on the
 * same page.
 */
export function stepsOf({ fields, variables = [] }: FormOwn, { shown }: FormPath<Field>): Map<Field, number> {
  const pages = pagesOf(shown, false);
  const namesOf = createDependencies(variables);
  const steps = new Map<Field, number>();
  /** The IDs of the inputs on the current step. */
  const inputs = new Set<string>();
  /** Headings, which are on the step of the input after them. */
  let headings: Field[] = [];
  let page: number | undefined;
  let step = -1;
  let isDivided = false;
  const flush = () => {
    for (const heading of headings) steps.set(heading, step);
    headings = [];
  };
  const begin = () => {
    step++;
    inputs.clear();
    isDivided = false;
  };

  for (const field of fields) {
    const own = pages.get(field);
    if (own !== undefined && own !== page) {
      flush();
      begin();
      page = own;
    }
    // Hidden fields count too, so that an answer does not move the fields next to it to another step.
    isDivided ||= [...namesOf(field)].some((name) => inputs.has(name));
    if (own === undefined) continue;
    headings.push(field);
    if (!hasInput(field)) continue;
    if (isDivided) begin();
    flush();
    inputs.add(field.id);
  }
  flush();
  return steps;
}

/** Returns a function that returns the IDs of the fields and variables on which a field depends, also through variables. */
function createDependencies(variables: readonly Variable[]): (field: Field) => ReadonlySet<string> {
  const byId = new Map(variables.map((variable) => [variable.id, variable]));

  function addNames(names: Set<string>, part: unknown): void {
    if (typeof part !== 'object' || part === null) return;
    for (const [member, value] of Object.entries(part)) {
      if (typeof value !== 'string') addNames(names, value);
      else if (referenceMembers.has(member)) addName(names, value);
    }
  }

  function addName(names: Set<string>, name: string): void {
    if (names.has(name)) return;
    names.add(name);
    addNames(names, byId.get(name)?.rules);
  }

  return (field) => {
    const names = new Set<string>();
    for (const when of [field.show_if, field.require_if, ...itemsOf(field).map(({ show_if }) => show_if)])
      addNames(names, when);
    for (const name of textsOf(field).flatMap(placeholderNames)) addName(names, name);
    return names;
  };
}

/** The members of conditions and rules that have the ID of a field or a variable. */
const referenceMembers: ReadonlySet<string> = new Set(['field', 'variable', 'count', 'score']);
