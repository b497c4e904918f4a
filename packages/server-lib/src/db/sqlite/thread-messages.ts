import type { Job, Outcome } from '../queue/jobs.js';
import type { SecretFingerprint } from '../secret-fingerprint.js';
import type { Failure } from '../store-error.js';
import type { DriverName } from './sqlite-driver.js';

/** The options of a thread. */
export interface ThreadOptions {
  readonly role: 'writer' | 'reader';
  readonly file: string;
  /** How long to wait for the lock of another process, in milliseconds. */
  readonly lockTimeout: number;
  readonly driver: DriverName;
  /** The fingerprint of the main thread's build, which must equal the fingerprint of the thread's build. */
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
