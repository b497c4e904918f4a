import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type PostgresThreadOptions, servePostgresReports } from '../postgres/report-thread.js';
import { serveSqliteReports } from '../sqlite/report-thread.js';
import type { ThreadOptions } from '../sqlite/thread-messages.js';
import { serveWrites } from '../sqlite/writer-thread.js';
import { buildFingerprint, operationsByName, type ThreadOperations } from './thread-operations.js';

/** Serves a thread that `startThread` started: the writer of a SQLite file, or the reader of a database. */
export function serveThread(operations: ThreadOperations): void {
  const port: MessagePort | null = parentPort;
  if (!port) throw new Error('This file runs as a worker thread only.');
  const start: ThreadOptions | PostgresThreadOptions = workerData;
  const { writes, reports } = operationsByName(operations);
  const isOurs = start.buildFingerprint === buildFingerprint(writes);
  const ownReports = isOurs ? reports : new Map();
  if (start.role === 'postgres-reader') servePostgresReports(port, start, ownReports);
  else if (start.role === 'reader') serveSqliteReports(port, start, ownReports);
  else serveWrites(port, start, isOurs ? writes : undefined);
}
