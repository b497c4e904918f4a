import { parentPort, workerData } from 'node:worker_threads';
import type { Write } from '../operation.js';
import { type Committer, createCommitter, type Job, type Outcome, type Writes } from './commit.js';
import type { Connection } from './connection.js';
import { openWriter } from './open.js';
import { busyMilliseconds, sharedNow, waitBlocking } from './patience.js';
import { type FromWorker, fingerprint, type ToWorker, type WorkerStart } from './protocol.js';
import { whyNotOpened } from './why-not-opened.js';

/** The worker's whole life: open, commit groups as they come, close. */
export function serveWrites(list: readonly Write<never, unknown>[]): void {
  const port = parentPort;
  if (!port) throw new Error('The writer runs as a worker thread only.');
  const say = (message: FromWorker): void => port.postMessage(message);
  const start: WorkerStart = workerData;
  const writes: Writes = new Map(list.map((write) => [write.name, write]));

  const opened = open(start, writes);
  if ('refused' in opened) {
    say(opened);
    return;
  }
  const { connection } = opened;
  const committer = createCommitter(connection, writes);

  port.on('message', (message: ToWorker) => {
    if ('jobs' in message) {
      say({ outcomes: commit(committer, message.jobs, message.until) });
    } else {
      connection.database.close();
      port.close();
    }
  });
  say({ ready: true });
}

function open(start: WorkerStart, writes: Writes): { connection: Connection } | { refused: string } {
  if (start.fingerprint !== fingerprint(writes)) {
    return { refused: 'The writer comes from another build of Askwell than the rest. Build again, or reinstall.' };
  }
  try {
    return { connection: waitBlocking(start.patience, () => openWriter(start.file, busyMilliseconds)) };
  } catch (error) {
    return { refused: whyNotOpened(start.file, error).message };
  }
}

function commit(committer: Committer, jobs: readonly Job[], until: number): Outcome[] {
  const group = committer(jobs);
  try {
    return waitBlocking(until - sharedNow(), group.commit);
  } catch (error) {
    return group.giveUp(error);
  }
}
