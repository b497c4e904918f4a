import { receiveMessageOnPort } from 'node:worker_threads';
import type { WritesByName } from '../queue/jobs.js';
import { maxGroupSize } from '../queue/write-queue.js';
import { endThread, isMessagePort, type ThreadPort } from '../threads/thread-port.js';
import { useDriver } from './choose-driver.js';
import { createCommitter } from './commit-group.js';
import { commitGroups } from './commit-groups.js';
import type { Connection } from './connection.js';
import { createDeletedDataEraser } from './erase-deleted.js';
import { explainOpenFailure } from './explain-open-failure.js';
import { busyTimeout, retryWhileBusySync } from './lock-timeout.js';
import { openWriter } from './open-database.js';
import { toSqliteFailure } from './sqlite-errors.js';
import type { CommitRequest, OpenFailure, ThreadOptions, WriterRequest, WriterResponse } from './thread-messages.js';

/** Serves the writer thread: opens the database and commits groups until it is closed. */
export function serveWrites(port: ThreadPort, start: ThreadOptions, writes: WritesByName | undefined): void {
  const send = (message: WriterResponse): void => port.postMessage(message);
  if (!writes) {
    send({
      openError:
        'The writer file is from another build of Askwell. Build your app again, or reinstall @askwell/server.',
    });
    return;
  }
  const opened = open(start);
  if ('openError' in opened) {
    send(opened);
    return;
  }
  const { connection } = opened;
  const erasure = createDeletedDataEraser(connection.database);
  const committer = createCommitter(connection, writes, erasure.schedule);

  port.on('message', (message: WriterRequest) => {
    const messages = receivePending(message, port);
    commitGroups(committer, messages.flatMap(groupsIn), send);
    if (messages.some((one) => 'close' in one)) {
      erasure.finish();
      connection.database.close();
      endThread(port);
    }
  });
  send({ ready: true });
}

/**
 * Returns a message with the messages that have arrived after it, since a commit takes as long for several groups as
 * for one.
 */
function receivePending(message: WriterRequest, port: ThreadPort): WriterRequest[] {
  const messages = [message];
  if (!isMessagePort(port)) return messages;
  for (let size = countJobs(message); size < maxGroupSize; ) {
    const next: { message: WriterRequest } | undefined = receiveMessageOnPort(port);
    if (!next) break;
    messages.push(next.message);
    size += countJobs(next.message);
  }
  return messages;
}

function countJobs(message: WriterRequest): number {
  return groupsIn(message).reduce((count, { jobs }) => count + jobs.length, 0);
}

function groupsIn(message: WriterRequest): readonly CommitRequest[] {
  return 'groups' in message ? message.groups : [];
}

function open(start: ThreadOptions): { connection: Connection } | OpenFailure {
  try {
    useDriver(start.driver);
    return {
      connection: retryWhileBusySync(start.lockTimeout, () => openWriter(start.file, busyTimeout, start.secret)),
    };
  } catch (error) {
    const { message, cause } = explainOpenFailure(start.file, error);
    return { openError: message, ...(cause === undefined ? {} : { cause: toSqliteFailure(cause) }) };
  }
}
