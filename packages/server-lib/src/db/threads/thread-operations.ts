import { createHash } from 'node:crypto';
import type { Report, Write } from '../operation.js';
import { postgresMigrations } from '../postgres/migrations/index.js';
import type { WritesByName } from '../queue/jobs.js';
import { sqliteMigrations } from '../sqlite/migrations/index.js';
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

/** Returns a hash of the writes and the schemas. A thread of another build must run nothing. */
export function buildFingerprint(writes: WritesByName): string {
  const hash = createHash('sha256');
  for (const part of [...writes.keys(), ...sqliteMigrations, ...postgresMigrations]) hash.update(part).update('\0');
  return hash.digest('hex');
}
