import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Write } from '../operation.js';
import { useDriver } from './choose-driver.js';
import { createCommitter, type Writes } from './commit.js';
import { commitTogether } from './commit-together.js';
import type { Connection } from './connection.js';
import { toFailure } from './failures.js';
import { openWriter } from './open.js';
import { busyMilliseconds, waitBlocking } from './patience.js';
import {
  type FromWorker,
  fingerprint,
  type Refused,
  type ToCommit,
  type ToWorker,
  type WorkerStart,
} from './protocol.js';
import { whyNotOpened } from './why-not-opened.js';
import { largestGroup } from './writer.js';

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
    const messages = withThoseAtHand(message, port);
    commitTogether(committer, messages.flatMap(groupsOf), say);
    if (messages.some((one) => 'close' in one)) {
      connection.database.close();
      port.close();
    }
  });
  say({ ready: true });
}

/** A message with what has come behind it meanwhile: a commit takes as long for several groups as for one. */
function withThoseAtHand(message: ToWorker, port: MessagePort): ToWorker[] {
  const messages = [message];
  for (let size = sizeOf(message); size < largestGroup; ) {
    const next: { message: ToWorker } | undefined = receiveMessageOnPort(port);
    if (!next) break;
    messages.push(next.message);
    size += sizeOf(next.message);
  }
  return messages;
}

function sizeOf(message: ToWorker): number {
  return groupsOf(message).reduce((sum, { jobs }) => sum + jobs.length, 0);
}

function groupsOf(message: ToWorker): readonly ToCommit[] {
  return 'groups' in message ? message.groups : [];
}

function open(start: WorkerStart, writes: Writes): { connection: Connection } | Refused {
  if (start.fingerprint !== fingerprint(writes)) {
    return { refused: 'The writer comes from another build of Askwell than the rest. Build again, or reinstall.' };
  }
  try {
    useDriver(start.driver);
    return { connection: waitBlocking(start.patience, () => openWriter(start.file, busyMilliseconds)) };
  } catch (error) {
    const { message, cause } = whyNotOpened(start.file, error);
    return { refused: message, ...(cause === undefined ? {} : { cause: toFailure(cause) }) };
  }
}
