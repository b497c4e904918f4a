import { isObject } from '../../base/validation/objects.js';
import { invalidOption, OptionError } from '../../base/validation/option-error.js';
import {
  type Check,
  type InterfacePlace,
  type Option,
  type OptionTable,
  type OptionType,
  readOptions,
} from './option.js';

/** The options that former names and common mistakes stand for. */
const aliases: Readonly<Record<string, string>> = { session: 'getUser', url: 'baseUrl', db: 'database' };

/**
 * Checks the members of an object.
 *
 * @param prefix The path of the object, such as `limits.`; empty for the options themselves.
 * @throws OptionError that names the member.
 */
export function checkMembers(prefix: string, members: Readonly<Record<string, OptionType>>, options: object): void {
  const values = new Map<string, unknown>(Object.entries(options));
  for (const name of values.keys())
    if (!Object.hasOwn(members, name)) throw unknownOption(prefix, name, Object.keys(members));
  for (const [name, { check }] of Object.entries(members)) check(prefix + name, values.get(name));
}

function unknownOption(prefix: string, name: string, validNames: readonly string[]): OptionError {
  const sameLetters = validNames.find((validName) => validName.toLowerCase() === name.toLowerCase());
  const suggestion = sameLetters ?? (prefix === '' ? aliases[name] : undefined);
  const hint =
    suggestion === undefined ? `The options are: ${validNames.join(', ')}.` : `Did you mean "${suggestion}"?`;
  return new OptionError(`${prefix}${name}: unknown option. ${hint}`);
}

/** Returns a type of an option that may be absent. `expected` says what it accepts. */
export function optional(type: string, expected: string, accepts: (value: unknown) => boolean): OptionType {
  return {
    type,
    check(option, value) {
      if (value !== undefined && !accepts(value)) throw invalidOption(option, expected, value);
    },
  };
}

/**
 * Returns the type of a string.
 *
 * @param parse Throws if the string is invalid. Default: accepts all strings.
 */
export function string(parse: (text: string) => unknown = String): OptionType {
  return {
    type: 'string',
    check(option, value) {
      if (typeof value === 'string') parse(value);
      else if (value !== undefined) throw invalidOption(option, 'a string', value);
    },
  };
}

/** Returns an option that is an object with other options as its members. */
export function optionGroup<Options extends object>(
  parts: Omit<Option<Options>, keyof OptionType> & {
    readonly interface: InterfacePlace;
    readonly members: OptionTable<Options>;
  },
): Option<Partial<Options>> {
  const { interface: place, members } = parts;
  return {
    ...parts,
    type: place.name,
    check: groupCheck(members),
    read: (reader) => readOptions<Options>(members, reader),
  };
}

/** Returns the check of an object with these members. */
export function groupCheck(members: Readonly<Record<string, OptionType>>, alternative: '' | 'false or ' = ''): Check {
  return (option, value) => {
    if (isObject(value)) checkMembers(`${option}.`, members, value);
    else if (value !== undefined && !(alternative && value === false))
      throw invalidOption(option, `${alternative}an object with ${Object.keys(members).join(', ')}`, value);
  };
}

/** Returns the type of a function. */
export function functionOf(type: string): OptionType {
  return optional(type, 'a function', (value) => typeof value === 'function');
}

/** True or false. */
export const boolean: OptionType = optional('boolean', 'true or false', (value) => typeof value === 'boolean');

/** Returns the type of a string that is one of several. */
export function oneOf(type: string, ...values: readonly string[]): OptionType {
  const list = values.map((value) => `"${value}"`).join(', ');
  return optional(type, `one of ${list}`, (value) => typeof value === 'string' && values.includes(value));
}

/** Returns the type of an integer in a range. */
export function integer(min: number, max = Number.MAX_SAFE_INTEGER): OptionType {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const isInRange = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
  return optional('number', `an integer ${range}`, isInRange);
}

/** Returns the type of an object with these methods. */
export function methods(type: string, ...names: readonly string[]): OptionType {
  return optional(type, `an object with the methods ${names.join(', ')}`, (value) => hasMethods(value, names));
}

/** Returns whether a value is an object with these methods. */
export function hasMethods(value: unknown, names: readonly string[]): boolean {
  if (!isObject(value)) return false;
  return names.every((name) => typeof Reflect.get(value, name) === 'function');
}
