import { createHash } from 'node:crypto';
import type { Report, Write } from '../../operation.js';
import type { DriverName } from '../drivers/sqlite-driver.js';
import { migrations } from '../migrations/index.js';
import type { SecretFingerprint } from '../secret-fingerprint.js';
import type { Failure } from '../store-error.js';
import type { Job, Outcome, WritesByName } from '../write/commit-group.js';
import type { ReportsByName } from './report-messages.js';

/** What a thread can be asked to do. */
export interface ThreadOperations {
  readonly writes: readonly Write<never, unknown>[];
  readonly reports: readonly Report<never, unknown>[];
}

/** Returns writes and reports by their names. */
export function operationsByName({ writes, reports }: ThreadOperations): {
  writes: WritesByName;
  reports: ReportsByName;
} {
  return {
    writes: new Map(writes.map((write) => [write.name, write])),
    reports: new Map(reports.map((report) => [report.name, report])),
  };
}

/** What a thread is told when it starts. */
export interface ThreadOptions {
  readonly role: 'writer' | 'reader';
  readonly file: string;
  /** How long another process's lock is waited for, in milliseconds. */
  readonly lockTimeout: number;
  readonly driver: DriverName;
  /** Of the build, which must be the same. */
  readonly buildFingerprint: string;
  /** The secret that the database must have been filled with; undefined where none is needed. */
  readonly secret?: SecretFingerprint | undefined;
}

/** A group to commit, and until when it may wait for a lock, by the clock that threads share. */
export interface CommitRequest {
  readonly jobs: readonly Job[];
  readonly deadline: number;
}

/** What the worker hears: what to commit, as one if it can, or that it shall close. */
export type WriterRequest = { readonly groups: readonly CommitRequest[] } | { readonly close: true };

/** What has become of as many whole groups as are settled, in the order in which they came. */
export interface CommitResult {
  readonly outcomes: readonly Outcome[];
}

/** Why the worker can't open the database: what to tell, and what caused it. */
export interface OpenFailure {
  readonly openError: string;
  readonly cause?: Failure;
}

/** What the worker says. */
export type WriterResponse = { readonly ready: true } | OpenFailure | CommitResult;

/** Tells whether two builds agree on the writes and the schema; a worker left from another build must not write. */
export function buildFingerprint(writes: WritesByName): string {
  const hash = createHash('sha256');
  for (const part of [...writes.keys(), ...migrations]) hash.update(part).update('\0');
  return hash.digest('hex');
}
