import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Environment } from './command.js';
import { systemErrorCode, usageError } from './command-failure.js';

/** Names another file, or none if it is empty. */
const fileVariable = 'ASKWELL_ENV_FILE';

/**
 * The variables that are read from the file. The others, such as `DATABASE_URL` and `PORT`, belong to the app in that folder. None of
 * them names a file, so that a folder of strangers cannot make a command read and send one.
 */
const variables = ['ASKWELL_DATABASE', 'ASKWELL_BASE_URL', 'ASKWELL_SECRET', 'ASKWELL_API_KEY'];

/**
 * Adds the variables of `.env` in the current folder to the environment, which overrides them.
 *
 * @throws {CommandFailure} If the file cannot be read. A missing `.env` is no error.
 */
export function withEnvFile(environment: Environment): Environment {
  const named = environment[fileVariable];
  if (named === '') return environment;
  const text = readText(named);
  const own = Object.entries(parseEnv(text)).filter(([name]) => variables.includes(name));
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
