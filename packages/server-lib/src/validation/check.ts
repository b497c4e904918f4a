import type { z } from 'zod';
import { type FieldErrors, invalid, mostTold } from '../errors.js';

/** Checks what came in from outside; refuses as `invalid` with every fault at its dotted path. */
export function check<Result>(schema: z.ZodType<Result>, value: unknown): Result {
  const result = schema.safeParse(value, { error: explain });
  if (result.success) return result.data;
  throw invalid(toFieldErrors(result.error.issues));
}

/** What a fault of the whole is filed under. */
const whole = 'body';

function toFieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const found = new Map<string, string[]>();
  const add = (path: readonly PropertyKey[], message: string): void => {
    const name = path.length === 0 ? whole : path.map(String).join('.');
    const messages = found.get(name);
    if (messages) messages.push(message);
    else if (found.size < mostTold) found.set(name, [message]);
  };
  const file = (issue: z.core.$ZodIssue, base: readonly PropertyKey[]): void => {
    const path = [...base, ...issue.path];
    const meant = issue.code === 'invalid_union' ? meantBranch(issue.errors) : undefined;
    if (meant) for (const inner of meant) file(inner, path);
    else if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add([...path, key], 'Is not known here.');
    else add(path, issue.message);
  };
  for (const issue of issues) file(issue, []);
  return Object.fromEntries(found);
}

/** Of the forms a value may take, the one it was meant as: where the fault lies deeper than the value's own type. */
function meantBranch(branches: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] | undefined {
  return branches.find((issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0));
}

/** A sentence for each fault that a schema has no words of its own for. */
function explain(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Is required.' : `Must be ${article(issue.expected)}.`;
    case 'too_small':
      return issue.origin === 'array' ? `Needs at least ${issue.minimum}.` : `Must be ${issue.minimum} or more.`;
    case 'too_big':
      return issue.origin === 'array' ? `Takes at most ${issue.maximum}.` : `Must be ${issue.maximum} or less.`;
    case 'invalid_value':
      return `Must be one of: ${issue.values.map(String).join(', ')}.`;
    default:
      return 'Is not valid.';
  }
}

function article(type: string): string {
  const name = type === 'int' ? 'whole number' : type === 'record' ? 'object' : type;
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}
