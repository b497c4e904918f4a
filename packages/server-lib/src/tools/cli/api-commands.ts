import { pathParametersOf } from '../../api/openapi/api-request.js';
import type { ApiDescription, ApiOperation } from '../../api/openapi/operation-list.js';

/** A command of `askwell api`, such as `polls list`. */
export interface ApiCommand {
  readonly resource: string;
  readonly action: string;
  /** How the response is shown: as one resource, as a list with pages, or as a file in a format. */
  readonly kind: 'resource' | 'list' | 'export';
  /** The operations, which differ in the number of their IDs: `polls votes ID` and `polls votes ID ANSWER`. */
  readonly operations: readonly ApiOperation[];
}

const root = '/api/v1/';

/** Returns the commands for the operations of the API, by their paths and methods. */
export function apiCommands({ operations }: ApiDescription): ApiCommand[] {
  const commands = new Map<string, ApiCommand>();
  const paths = new Set(operations.filter(({ method }) => method === 'GET').map(({ path }) => path));
  for (const operation of operations) {
    const { resource, action } = wordsOf(operation, paths);
    const name = `${resource} ${action}`;
    const others = commands.get(name)?.operations ?? [];
    const kind = others.some(isList) || isList(operation) ? 'list' : 'resource';
    commands.set(name, { resource, action, kind, operations: [...others, operation] });
    if (formatsOf(operation).includes('csv')) {
      commands.set(`${resource} export`, { resource, action: 'export', kind: 'export', operations: [operation] });
    }
  }
  return [...commands.values()];
}

/** Returns whether the response of an operation is a page of a list. */
export function isList({ method, parameters }: ApiOperation): boolean {
  return method === 'GET' && parameters.some(({ in: location, name }) => location === 'query' && name === 'cursor');
}

/** Returns the formats in which an operation returns a whole list. */
export function formatsOf({ parameters }: ApiOperation): string[] {
  const format = parameters.find(({ in: location, name }) => location === 'query' && name === 'format');
  const values = format?.schema['enum'];
  return Array.isArray(values) ? values.map(String).filter((value) => value !== 'json') : [];
}

const verbs = { GET: 'get', POST: 'create', PATCH: 'update', DELETE: 'delete' } as const;

/** Returns the words of an operation: `polls create` for `POST /api/v1/polls`. */
function wordsOf(operation: ApiOperation, readPaths: ReadonlySet<string>): { resource: string; action: string } {
  const { method, path } = operation;
  const [resource = '', ...rest] = path.slice(root.length).split('/');
  const noun = rest.filter((segment) => !segment.startsWith('{')).join('-');
  const verb = verbs[method];
  if (noun === '') return { resource, action: isList(operation) ? 'list' : verb };
  // A POST to a path without a GET is an action: `quizzes regrade`.
  const isAction = method === 'GET' || (method === 'POST' && !readPaths.has(path));
  return { resource, action: isAction ? noun : `${verb}-${noun}` };
}

/** Returns the names of the arguments of an operation, such as `ID ANSWER`. */
export function argumentsOf(operation: ApiOperation): string[] {
  return pathParametersOf(operation).map((name) => name.toUpperCase());
}
