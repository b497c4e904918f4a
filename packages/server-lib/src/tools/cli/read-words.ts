import { parseArgs } from 'node:util';
import { toParameterName } from './api-flags.js';
import { describeParseError } from './arguments.js';
import type { Flag } from './command.js';
import { usageError } from './command-failure.js';

/** The parsed words of a command of `askwell api`. */
export interface ApiWords {
  readonly ids: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** The values of `--param` and of flags that can be repeated, each with the name of its query parameter. */
  readonly params: readonly [name: string, value: string][];
  readonly help: boolean;
}

/** @throws {CommandFailure} If the words are invalid. */
export function readWords(words: readonly string[], flags: readonly Flag[], seeHelp: string): ApiWords {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string; multiple?: boolean }> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const { name, valueName, isVariableOnly, isRepeatable = false } of flags) {
    if (!isVariableOnly)
      options[name] = { type: valueName === undefined ? 'boolean' : 'string', multiple: isRepeatable };
  }
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const { param, help, ...others } = values;
    const own: Record<string, string | boolean> = {};
    const params = toParams(param);
    for (const [name, value] of Object.entries(others)) {
      if (typeof value === 'string' || typeof value === 'boolean') own[name] = value;
      else if (value) params.push(...value.map((one): [string, string] => [toParameterName(name), String(one)]));
    }
    return { ids: positionals, flags: own, params, help: help === true };
  } catch (error) {
    if (error instanceof TypeError) throw usageError(`${describeParseError(error)} ${seeHelp}`);
    throw error;
  }
}

function toParams(values: unknown): [string, string][] {
  if (!Array.isArray(values)) return [];
  return values.map((value) => {
    const [, name = '', text = ''] = /^([^=]+)=(.*)$/s.exec(String(value)) ?? [];
    if (name === '') throw usageError(`--param must be NAME=VALUE, not "${value}".`);
    return [name, text];
  });
}
