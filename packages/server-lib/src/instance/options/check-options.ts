import { isObject } from '../../base/validation/objects.js';
import { describeValue, OptionError } from '../../base/validation/option-error.js';
import { optionTable } from './option-table.js';
import { checkMembers } from './option-types.js';
import type { AskwellOptions } from './options.js';

/**
 * Checks the options of {@link createAskwell} before anything is opened.
 *
 * @throws OptionError that names the option, what it accepts and what it got.
 */
export function checkOptions(options: unknown): asserts options is AskwellOptions {
  if (!isObject(options)) {
    throw new OptionError(
      `createAskwell: expected an object such as { database: "askwell.db" }, got ${describeValue(options)}.`,
    );
  }
  checkMembers('', optionTable, options);
  if (options['email'] !== undefined && options['baseUrl'] === undefined)
    throw new OptionError('email: requires `baseUrl`, because emails contain links.');
}
