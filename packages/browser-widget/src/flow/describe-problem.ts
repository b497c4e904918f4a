import type { FaultParam } from '@askwell/server/contract';
import { type Problem, readFile } from '../api.js';
import { fill, type Translator } from '../translate.js';

/** A fault, with an English text in case the text in the visitor's language cannot be loaded. */
export interface Fault {
  readonly code: string;
  readonly params: Readonly<Record<string, FaultParam>>;
  readonly message: string;
}

/** A fault with the path of its field. The error of a whole request has an empty path. */
interface FaultAt extends Fault {
  readonly path: string;
}

/** A fault in the visitor's language, with the path of the field. */
export interface FaultText {
  readonly path: string;
  readonly text: string;
}

/** Describes a fault in the visitor's language. Loads the texts by code. If they cannot be loaded, returns its message. */
export async function describeFault({ code, params, message }: Fault, t: Translator): Promise<string> {
  const texts = await readFile<Readonly<Record<string, string>>>(`${t.server}/embed/faults/${t.file}.json`);
  return fill(texts?.[code] ?? texts?.['other'] ?? message, (name) => params[name]);
}

/** Describes why the server has refused a request, in the visitor's language, or in English if the texts cannot be loaded. */
export async function describeProblem(problem: Problem, t: Translator): Promise<FaultText[]> {
  const faults: readonly FaultAt[] = problem.issues ?? [
    { path: '', code: `error.${problem.code}`, params: {}, message: problem.message },
  ];
  return Promise.all(faults.map(async (fault) => ({ path: fault.path, text: await describeFault(fault, t) })));
}
