/** An operator of conditions. `unanswered` is the opposite of `answered`. */
interface Operator {
  readonly value: string;
  readonly text: string;
}

const operator = (value: string, text: string): Operator => ({ value, text });

const equality = [operator('is', 'is'), operator('is_not', 'is not')];
const texts = [...equality, operator('contains', 'contains')];
const numbers = [...equality, operator('greater', 'is greater than'), operator('less', 'is less than')];
const moments = [...equality, operator('greater', 'is after'), operator('less', 'is before')];
const presence = [operator('answered', 'is answered'), operator('unanswered', 'is not answered')];

/** The operators of each type of field. Types without an entry are texts. */
const operatorsByType: Readonly<Record<string, readonly Operator[]>> = {
  number: numbers,
  rating: numbers,
  scale: numbers,
  date: moments,
  time: moments,
  single_choice: equality,
  dropdown: equality,
  multiple_choice: [operator('contains', 'includes'), operator('is', 'is only'), operator('is_not', 'is not only')],
  ranking: [operator('contains', 'includes')],
  matrix: [],
  consent: equality,
};

/** Returns the operators that conditions on a field of a type can use, the most usual first. */
export function operatorsOf(type: unknown): readonly Operator[] {
  const own = typeof type === 'string' && Object.hasOwn(operatorsByType, type) ? operatorsByType[type] : undefined;
  return [...(own ?? texts), ...presence];
}

/** Returns the text of an operator for a type of field, or the usual text if the type cannot use the operator. */
export function operatorText(type: unknown, value: string): string {
  const known = [...operatorsOf(type), ...numbers, ...texts];
  return known.find((candidate) => candidate.value === value)?.text ?? value;
}

/** Returns whether an operator compares an answer with a value. */
export const takesValue = (value: string): boolean => !presence.some((candidate) => candidate.value === value);
