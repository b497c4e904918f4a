import { parentPort, workerData } from 'node:worker_threads';
import type { Write } from '../operation.js';
import { type Committer, createCommitter, type Job, type Outcome } from './commit.js';
import type { Connection } from './connection.js';
import { toFailure } from './failures.js';
import { migrate } from './migrate.js';
import { openWriter } from './open.js';
import { busyMilliseconds, patiently } from './patience.js';
import { type FromWorker, fingerprint, type ToWorker, type WorkerStart } from './protocol.js';

/** The worker's whole life: open, migrate, commit groups as they come, close. */
export function serveWrites(list: readonly Write<never, unknown>[]): void {
  const port = parentPort;
  if (!port) throw new Error('The writer runs as a worker thread only.');
  const say = (message: FromWorker): void => port.postMessage(message);
  const writes = new Map(list.map((write) => [write.name, write]));
  const start: WorkerStart = workerData;

  if (start.fingerprint !== fingerprint(writes)) {
    say({ refused: 'The writer comes from another build of Askwell than the rest. Build again, or reinstall.' });
    return;
  }
  let connection: Connection;
  try {
    connection = patiently(() => openAndMigrate(start.file));
  } catch (error) {
    say({ refused: error instanceof Error ? error.message : String(error) });
    return;
  }
  const committer = createCommitter(connection, writes);

  port.on('message', (message: ToWorker) => {
    if ('jobs' in message) {
      say({ outcomes: commit(committer, message.jobs) });
    } else {
      connection.database.close();
      port.close();
    }
  });
  say({ ready: true });
}

function openAndMigrate(file: string): Connection {
  const connection = openWriter(file, busyMilliseconds);
  try {
    migrate(connection.database);
    return connection;
  } catch (error) {
    connection.database.close();
    throw error;
  }
}

function commit(committer: Committer, jobs: readonly Job[]): Outcome[] {
  try {
    return patiently(() => committer.commit(jobs));
  } catch (error) {
    return jobs.map(() => ({ failure: toFailure(error) }));
  }
}
