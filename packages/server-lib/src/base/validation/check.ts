import type { z } from 'zod';
import { fault } from '../../shared/faults/fault.js';
import { Faults } from '../faults/faults.js';
import { faultOf, toFaultMessage } from '../faults/zod-faults.js';
import { partsWithoutMaximum } from './bounded.js';

/**
 * Validates a value from a request or from the host's code.
 *
 * @throws AskwellError with the code `invalid` and an issue for each fault.
 */
export function check<Result>(schema: z.ZodType<Result>, value: unknown): Result {
  const result = tryCheck(schema, value);
  if (result.success) return result.data;
  throw toFaults(result.error.issues).toError();
}

/**
 * Validates a value like {@link check}, for callers that report invalid values in their own way. Only this function
 * calls the parse functions of schemas, so that no schema without a maximum is used.
 */
export function tryCheck<Result>(schema: z.ZodType<Result>, value: unknown): z.ZodSafeParseResult<Result> {
  requireMaxima(schema);
  return schema.safeParse(value, parseContext);
}

/**
 * The context of all validations. zod sets `async` in a copy of it. With Node 20, a small validation takes more than ten times as long if
 * the copy does not have the member yet.
 */
const parseContext = { error: toFaultMessage, async: false };

/** The schemas that were found to have a maximum in every part. */
const bounded = new WeakSet<z.ZodType>();

/** Refuses a schema that accepts values of any size, so that no input can be forgotten. */
function requireMaxima(schema: z.ZodType): void {
  if (bounded.has(schema)) return;
  const [part] = partsWithoutMaximum(schema);
  if (part !== undefined) throw new TypeError(`A schema accepts values of any size. ${part}`);
  bounded.add(schema);
}

/** The path of a fault of the whole value. */
const wholeValue = 'body';

function toFaults(issues: readonly z.core.$ZodIssue[]): Faults {
  const faults = new Faults();
  const addIssue = (issue: z.core.$ZodIssue, base: readonly PropertyKey[]): void => {
    const path = [...base, ...issue.path];
    const intended = issue.code === 'invalid_union' ? intendedBranch(issue.errors) : undefined;
    if (intended) for (const inner of intended) addIssue(inner, path);
    else if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) faults.add([...path, key].map(String).join('.'), fault('unknown_field'));
    else faults.add(path.length === 0 ? wholeValue : path.map(String).join('.'), faultOf(issue));
  };
  for (const issue of issues) addIssue(issue, []);
  return faults;
}

/** Returns the issues of the first branch of a union that accepts the type of the value itself. */
function intendedBranch(branches: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] | undefined {
  return branches.find((issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0));
}
