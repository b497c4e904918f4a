import { randomBytes } from 'node:crypto';

/** Returns the name of a new state of a working copy. */
export function newRevision(): string {
  return `r${randomBytes(9).toString('base64url')}`;
}

/** Returns the name of the state without changes, at a version of the ask. */
export function unchangedRevision(version: number): string {
  return `v${version}`;
}

/** Returns the version of the ask that a revision without changes names. */
export function revisionVersion(revision: string): number | undefined {
  return /^v\d{1,15}$/.test(revision) ? Number(revision.slice(1)) : undefined;
}
