/*
 * Divides a form into steps, for forms that show one field at a time. The server and the widget share this file, so that they
 * always agree. It has no imports, so that the widget can bundle it.
 */

/** Types of fields without an input that visitors see. They make no step of their own. */
const attached = /^(heading|page|hidden)$/;

/**
 * Divides the visible fields into steps: one field each, below the headings before it. What comes after the last field is on the
 * last step. There is always a step, even without fields.
 */
export function formSteps<Field extends { readonly type: string }>(visible: readonly Field[]): Field[][] {
  const steps: Field[][] = [];
  let waiting: Field[] = [];
  for (const field of visible) {
    waiting.push(field);
    if (attached.test(field.type)) continue;
    steps.push(waiting);
    waiting = [];
  }
  const last = steps.pop() ?? [];
  return [...steps, [...last, ...waiting]];
}
