import { createHash } from 'node:crypto';
import type { Report, Write } from '../../operation.js';
import type { Job, Outcome, WritesByName } from '../../queue/jobs.js';
import type { SecretFingerprint } from '../../secret-fingerprint.js';
import type { Failure } from '../../store-error.js';
import type { DriverName } from '../drivers/sqlite-driver.js';
import { migrations } from '../migrations/index.js';
import type { ReportsByName } from './report-messages.js';

/** The operations that threads can run. */
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

/** The options of a thread. */
export interface ThreadOptions {
  readonly role: 'writer' | 'reader';
  readonly file: string;
  /** How long to wait for the lock of another process, in milliseconds. */
  readonly lockTimeout: number;
  readonly driver: DriverName;
  /** The fingerprint of the main thread's build, which must be that of the thread. */
  readonly buildFingerprint: string;
  /** The fingerprint of the secret that the database must have. Undefined: it is not checked. */
  readonly secret?: SecretFingerprint | undefined;
}

/** A group to commit. `deadline` is the end of its lock timeout, on the clock that threads share. */
export interface CommitRequest {
  readonly jobs: readonly Job[];
  readonly deadline: number;
}

/** A message to the writer: groups to commit together, or the request to close. */
export type WriterRequest = { readonly groups: readonly CommitRequest[] } | { readonly close: true };

/** The outcomes of one or more whole groups, in order. */
export interface CommitResult {
  readonly outcomes: readonly Outcome[];
}

/** The reason why the database cannot be opened, and its cause. */
export interface OpenFailure {
  readonly openError: string;
  readonly cause?: Failure;
}

/** A message from the writer. */
export type WriterResponse = { readonly ready: true } | OpenFailure | CommitResult;

/** Returns a hash of the writes and the schema. A worker file of another build must not write. */
export function buildFingerprint(writes: WritesByName): string {
  const hash = createHash('sha256');
  for (const part of [...writes.keys(), ...migrations]) hash.update(part).update('\0');
  return hash.digest('hex');
}
