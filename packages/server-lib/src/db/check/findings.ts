import type { StoreCheck } from '../store-check.js';

/** The maximum number of findings of a check. SQLite's own checks have the same limit. */
export const maxFindings = 100;

/** Limits the findings of a check, and says so. */
export function limitFindings({ name }: StoreCheck, found: readonly string[]): readonly string[] {
  if (found.length < maxFindings) return found;
  return [
    ...found.slice(0, maxFindings),
    `Only the first ${maxFindings} findings are listed of the check whether ${name}.`,
  ];
}

/** Returns the finding for a database that is too damaged for a check. */
export function uncheckable({ name }: StoreCheck, reason: string): string {
  return `Could not check whether ${name} (${reason}).`;
}

/** Returns each finding once, in one line. */
export function distinctFindings(found: readonly string[]): string[] {
  return [...new Set(found.map((finding) => finding.replace(/\s+/g, ' ')))];
}

/** Returns the finding for a schema that this version does not know. */
export function newerSchema(version: number, supported: number): string {
  return `The schema version is ${version}, but this version of Askwell supports up to ${supported}. Use a newer version.`;
}
