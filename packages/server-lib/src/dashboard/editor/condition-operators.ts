/** An operator of conditions. `unanswered` is the opposite of `answered`. */
interface Operator {
  readonly value: string;
  readonly text: string;
}

const operator = (value: string, text: string): Operator => ({ value, text });

const equality = [operator('is', 'is'), operator('is_not', 'is not')];
const oneOf = operator('one_of', 'is one of');
const between = operator('between', 'is between');
const texts = [...equality, operator('contains', 'contains'), operator('starts_with', 'starts with'), oneOf];
const numbers = [
  ...equality,
  operator('greater', 'is greater than'),
  operator('at_least', 'is at least'),
  operator('less', 'is less than'),
  operator('at_most', 'is at most'),
  between,
  oneOf,
];
const moments = [
  ...equality,
  operator('after', 'is after'),
  operator('at_least', 'is not before'),
  operator('before', 'is before'),
  operator('at_most', 'is not after'),
  between,
  oneOf,
];
const choices = [...equality, oneOf];
const presence = [operator('answered', 'is answered'), operator('unanswered', 'is not answered')];

/** The operators of each type of field or variable. Types without an entry are texts. */
const operatorsByType: Readonly<Record<string, readonly Operator[]>> = {
  number: [...numbers, ...presence],
  rating: [...numbers, ...presence],
  scale: [...numbers, ...presence],
  date: [...moments, ...presence],
  time: [...moments, ...presence],
  single_choice: [...choices, ...presence],
  dropdown: [...choices, ...presence],
  multiple_choice: [
    operator('contains', 'includes'),
    operator('is', 'is only'),
    operator('is_not', 'is not only'),
    operator('one_of', 'is only one of'),
    ...presence,
  ],
  ranking: [operator('contains', 'includes'), ...presence],
  matrix: presence,
  consent: [...equality, ...presence],
  count: numbers,
  number_variable: numbers,
  text_variable: texts,
};

/** Operators of moments that mean the same as one that is offered. */
const sameMoments: Readonly<Record<string, string>> = { greater: 'after', less: 'before' };

/** Returns the operators that conditions on a type can use, the most usual first. */
export function operatorsOf(type: unknown): readonly Operator[] {
  const own = typeof type === 'string' && Object.hasOwn(operatorsByType, type) ? operatorsByType[type] : undefined;
  return own ?? [...texts, ...presence];
}

/** Returns the operator of a type that is offered in place of one with the same meaning. */
export function offeredOperator(type: unknown, value: string): string {
  const isMoment = type === 'date' || type === 'time';
  return isMoment && Object.hasOwn(sameMoments, value) ? (sameMoments[value] ?? value) : value;
}

/** Returns the text of an operator for a type, or the usual text if the type cannot use the operator. */
export function operatorText(type: unknown, value: string): string {
  const offered = offeredOperator(type, value);
  const known = [...operatorsOf(type), ...numbers, ...texts, ...moments, ...presence];
  return known.find((candidate) => candidate.value === offered)?.text ?? value;
}

/** Returns whether an operator compares an answer with a value. */
export const takesValue = (value: string): boolean => !presence.some((candidate) => candidate.value === value);
