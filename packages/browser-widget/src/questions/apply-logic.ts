import type { FieldOption, FieldRow, When } from '@askwell/server/contract';
import { setAttribute } from '../ui/dom.js';

/** The parts of a field that change with the answers to earlier fields. */
export interface LogicalField {
  required: boolean;
  readonly require_if?: When;
  readonly options?: readonly FieldOption[];
  readonly rows?: readonly FieldRow[];
  /** At most the number of shown options. */
  min_choices?: number | null;
  readonly other?: boolean;
}

/** What the answers so far mean for a field. */
export interface FieldState {
  readonly isRequired: boolean;
  readonly shows: (item: FieldRow) => boolean;
  /** Fills in placeholders. */
  readonly fill: (text: string) => string;
}

/** Returns a function that updates the element of a field in place. */
export function logicOf(field: LogicalField, element: HTMLElement): (state: FieldState) => void {
  const updates: ((state: FieldState) => void)[] = [];
  const { options = [], min_choices: min, other } = field;

  // Texts, and attributes that are read or shown like texts.
  for (const part of [element, ...element.querySelectorAll('*')].flatMap((one) => [
    ...one.childNodes,
    ...['aria-label', 'placeholder'].map((name) => one.getAttributeNode(name)),
  ])) {
    const template = part?.nodeValue ?? '';
    if (!part || !template.includes('{{')) continue;
    updates.push(({ fill }) => {
      const text = fill(template);
      if (part.nodeValue !== text) part.nodeValue = text;
    });
  }

  const rows = element.querySelectorAll<HTMLElement>('.rows > .question');
  for (const [at, row] of (field.rows ?? []).entries())
    if (row.show_if) updates.push(({ shows }) => show(rows[at], shows(row)));
  for (const option of options) {
    if (!option.show_if) continue;
    const control = element.querySelector<HTMLElement>(`[value="${option.id}"]`);
    updates.push(({ shows }) => show(control?.closest<HTMLElement>('.option, option'), shows(option), option.full));
  }
  // Visitors cannot choose more than they see.
  if (min)
    updates.push(({ shows }) => {
      field.min_choices = Math.min(min, options.filter(shows).length + (other ? 1 : 0));
    });

  if (field.require_if) {
    const mark = element.querySelector<HTMLElement>('small');
    const input = element.querySelector('[aria-required]');
    updates.push(({ isRequired }) => {
      field.required = isRequired;
      if (mark) mark.hidden = !isRequired;
      if (input) setAttribute(input, 'aria-required', isRequired);
    });
  }
  return (state) => {
    for (const update of updates) update(state);
  };
}

/** Shows or hides an option or a row. What is hidden is not chosen any more. */
function show(item: HTMLElement | null | undefined, isShown: boolean, isFull = false): void {
  if (!item || item.hidden !== isShown) return;
  item.hidden = !isShown;
  if (item instanceof HTMLOptionElement) {
    item.disabled = !isShown || isFull;
    if (!isShown) item.selected = false;
  }
  if (isShown) return;
  for (const chosen of item.querySelectorAll<HTMLElement>(':checked, [aria-pressed="true"]')) {
    if (chosen instanceof HTMLInputElement) chosen.checked = false;
    else chosen.click();
  }
}
