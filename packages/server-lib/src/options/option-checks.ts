import { isObject } from '../validation/objects.js';
import { invalidOption, OptionError } from '../validation/option-error.js';

/** Checks an option. Throws an OptionError that names it. `undefined` means that the option is absent. */
export type Check = (option: string, value: unknown) => void;

/** A check for each member. A new option without a check does not compile. */
export type Checks<Options> = { readonly [Name in keyof Required<Options>]: Check };

/** The options that former names and common mistakes stand for. */
const aliases: Readonly<Record<string, string>> = { session: 'getUser', url: 'baseUrl', db: 'database' };

/**
 * Checks the members of an object.
 *
 * @param prefix The path of the object, such as `limits.`; empty for the options themselves.
 * @throws OptionError that names the member.
 */
export function checkMembers(prefix: string, memberChecks: Readonly<Record<string, Check>>, options: object): void {
  const values = new Map<string, unknown>(Object.entries(options));
  for (const name of values.keys())
    if (!Object.hasOwn(memberChecks, name)) throw unknownOption(prefix, name, Object.keys(memberChecks));
  for (const [name, check] of Object.entries(memberChecks)) check(prefix + name, values.get(name));
}

function unknownOption(prefix: string, name: string, validNames: readonly string[]): OptionError {
  const sameLetters = validNames.find((validName) => validName.toLowerCase() === name.toLowerCase());
  const suggestion = sameLetters ?? (prefix === '' ? aliases[name] : undefined);
  const hint =
    suggestion === undefined ? `The options are: ${validNames.join(', ')}.` : `Did you mean "${suggestion}"?`;
  return new OptionError(`${prefix}${name}: unknown option. ${hint}`);
}

/** Returns a check of an option that may be absent. `expected` says what it accepts. */
export function optional(expected: string, accepts: (value: unknown) => boolean): Check {
  return (option, value) => {
    if (value !== undefined && !accepts(value)) throw invalidOption(option, expected, value);
  };
}

/**
 * Returns a check of a string.
 *
 * @param parse Throws if the string is invalid.
 */
export function string(parse: (text: string) => unknown): Check {
  return (option, value) => {
    if (typeof value === 'string') parse(value);
    else if (value !== undefined) throw invalidOption(option, 'a string', value);
  };
}

/** Returns a check of an object with these members. */
export function group(memberChecks: Readonly<Record<string, Check>>, alternative: '' | 'false or ' = ''): Check {
  return (option, value) => {
    if (isObject(value)) checkMembers(`${option}.`, memberChecks, value);
    else if (value !== undefined && !(alternative && value === false))
      throw invalidOption(option, `${alternative}an object with ${Object.keys(memberChecks).join(', ')}`, value);
  };
}

/** Checks that an option is a function. */
export function functionType(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw invalidOption(option, 'a function', value);
}

/** Checks that an option is true or false. */
export function booleanType(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'boolean') throw invalidOption(option, 'true or false', value);
}

/** Returns a check of a string that is one of several. */
export function oneOf(...values: readonly string[]): Check {
  const list = values.map((value) => `"${value}"`).join(', ');
  return optional(`one of ${list}`, (value) => typeof value === 'string' && values.includes(value));
}

/** Returns a check of an integer in a range. */
export function integer(min: number, max = Number.MAX_SAFE_INTEGER): Check {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return optional(
    `an integer ${range}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  );
}

/** Returns a check of an object with these methods. */
export function methods(...names: readonly string[]): Check {
  return optional(`an object with the methods ${names.join(', ')}`, (value) => hasMethods(value, names));
}

/** Returns whether a value is an object with these methods. */
export function hasMethods(value: unknown, names: readonly string[]): boolean {
  if (!isObject(value)) return false;
  return names.every((name) => typeof Reflect.get(value, name) === 'function');
}
