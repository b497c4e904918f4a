import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { settingsOf } from '../../instance/options/describe-options.js';
import { optionTable } from '../../instance/options/option-table.js';
import type { Setting } from '../../instance/options/setting.js';
import type { Environment } from './command.js';
import { systemErrorCode, usageError } from './command-failure.js';
import { variableName } from './parsed-settings.js';

/** The path of another file. If the variable is empty, no file is read. */
const fileVariable = 'ASKWELL_ENV_FILE';

/**
 * The variables that are read from the file. The others, such as `DATABASE_URL` and `PORT`, belong to the app in that folder. None of these
 * variables names a file, so that a folder from a stranger cannot make a command read and send a file. Each entry lists the other
 * environment variables for the same setting. These override the file, so that a file cannot change the database of a service that is
 * configured by the environment.
 */
const variables: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(settingsOf(optionTable).flatMap(({ setting }) => variablesOfApp(setting))),
  ASKWELL_API_KEY: [],
};

/** Returns the entry of a setting that has a second variable, because an app may use the first one for something else. */
function variablesOfApp({ flag, ownVariable, hasFile }: Setting): [string, string[]][] {
  if (ownVariable === undefined) return [];
  const variable = variableName(flag);
  return [[ownVariable, hasFile ? [variable, `${variable}_FILE`, `${ownVariable}_FILE`] : [variable]]];
}

/**
 * Adds the variables of `.env` in the current folder to the environment, which overrides them.
 *
 * @throws {CommandFailure} If the file cannot be read. A missing `.env` is not an error.
 */
export function withEnvFile(environment: Environment): Environment {
  const named = environment[fileVariable];
  if (named === '') return environment;
  const text = readText(named);
  const isSet = (name: string) => environment[name] !== undefined && environment[name] !== '';
  const own = Object.entries(parseEnv(text)).filter(([name]) => {
    const others = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return others !== undefined && !others.some(isSet);
  });
  return { ...Object.fromEntries(own), ...environment };
}

function readText(named: string | undefined): string {
  const file = named ?? '.env';
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = systemErrorCode(error);
    if (named === undefined && (code === 'ENOENT' || code === 'EISDIR')) return '';
    const name = named === undefined ? '' : `${fileVariable}: `;
    throw usageError(`${name}Cannot read ${file} (${code}).`);
  }
}
