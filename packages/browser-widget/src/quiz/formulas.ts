import type { MathElement } from '@askwell/server/contract';

/** The MathML of formulas, from all responses. The keys contain dollar signs, so that none is a member of all objects. The same TeX is the same formula in each quiz. */
const formulas: Record<string, MathElement> = {};

/** A view or a response with formulas, if it has any. */
interface Formulas {
  readonly formulas?: Readonly<Record<string, MathElement>>;
}

/** Keeps the formulas of a view or a response, so that its texts can be rendered. */
export const keepFormulas = (part: Formulas): object => Object.assign(formulas, part.formulas);

/** Renders a formula. Undefined if the responses have no MathML for its TeX. */
export function renderFormula(tex: string): Element | string | undefined {
  const tree = formulas[tex];
  return tree && math(tree);
}

/** Renders MathML. An inline definition may contain any attribute, such as `onclick`. Names of MathML are case-sensitive. */
function math(part: MathElement | string): Element | string {
  if (typeof part === 'string') return part;
  const { tag, attributes = {}, content } = part;
  const element = document.createElementNS('http://www.w3.org/1998/Math/MathML', tag);
  for (const [name, value] of Object.entries(attributes)) if (!/^on|href/.test(name)) element.setAttribute(name, value);
  element.append(...content.map(math));
  return element;
}
