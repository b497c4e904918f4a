import type { FaultParam } from '@askwell/server/contract';
import { type Problem, readFile } from '../api.js';
import { fill, type Translator } from '../translate.js';

/** A fault of one field. The error of a whole request has an empty path. */
interface Fault {
  readonly path: string;
  readonly code: string;
  readonly params: Readonly<Record<string, FaultParam>>;
  readonly message: string;
}

/** A fault in the visitor's language, with the path of the field. */
export interface FaultText {
  readonly path: string;
  readonly text: string;
}

/**
 * Describes why the server has refused a request, in the visitor's language. Loads the texts by code. If they cannot be
 * loaded, returns the English texts of the response.
 */
export async function describeProblem(problem: Problem, server: string, t: Translator): Promise<FaultText[]> {
  const texts = await readFile<Readonly<Record<string, string>>>(`${server}/embed/faults/${t.file}.json`);
  const faults: readonly Fault[] = problem.issues ?? [
    { path: '', code: `error.${problem.code}`, params: {}, message: problem.message },
  ];
  return faults.map(({ path, code, params, message }) => ({
    path,
    text: fill(texts?.[code] ?? texts?.['other'] ?? message, (name) => params[name]),
  }));
}
