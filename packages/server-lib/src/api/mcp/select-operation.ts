import { invalidField } from '../../base/faults/invalid-field.js';
import { fault } from '../../shared/faults/fault.js';
import { pathParametersOf } from '../openapi/api-request.js';
import type { ApiOperation } from '../openapi/operation-list.js';

/** Returns the resource of an operation: `polls` for `/api/v1/polls/{id}`. */
export function resourceOf({ path }: Pick<ApiOperation, 'path'>): string {
  return path.split('/')[3] ?? '';
}

/**
 * Selects the operation of a tool by the argument `kind`, or by the pattern of the first ID.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function selectOperation(
  operations: readonly [ApiOperation, ...ApiOperation[]],
  values: Readonly<Record<string, unknown>>,
): ApiOperation {
  const [first] = operations;
  if (operations.length === 1) return first;
  const [id] = pathParametersOf(first);
  if (id !== undefined) return operations.find((operation) => fits(operation, id, values[id])) ?? first;
  const found = operations.find((operation) => resourceOf(operation) === values['kind']);
  if (found) return found;
  if (values['kind'] === undefined) throw invalidField('kind', fault('required'));
  throw invalidField('kind', fault('not_one_of', { values: operations.map(resourceOf) }));
}

function fits({ parameters }: ApiOperation, name: string, value: unknown): boolean {
  const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema;
  const pattern = schema?.['pattern'];
  return typeof pattern === 'string' && typeof value === 'string' && new RegExp(pattern).test(value);
}
