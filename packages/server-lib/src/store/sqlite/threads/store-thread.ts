import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { WritesByName } from '../../queue/jobs.js';
import { maxGroupSize } from '../../queue/write-queue.js';
import type { Connection } from '../connection.js';
import { useDriver } from '../drivers/choose-driver.js';
import { explainOpenFailure } from '../explain-open-failure.js';
import { createDeletedDataEraser } from '../files/erase-deleted.js';
import { openWriter } from '../open-database.js';
import { toFailure } from '../sqlite-errors.js';
import { createCommitter } from '../write/commit-group.js';
import { commitGroups } from '../write/commit-groups.js';
import { busyTimeout, retryWhileBusySync } from '../write/lock-timeout.js';
import { serveReports } from './report-thread.js';
import {
  buildFingerprint,
  type CommitRequest,
  type OpenFailure,
  operationsByName,
  type ThreadOperations,
  type ThreadOptions,
  type WriterRequest,
  type WriterResponse,
} from './thread-messages.js';

/** Serves a thread that {@link startThread} started: the writer or the reader. */
export function serveThread(operations: ThreadOperations): void {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a worker thread only.');
  const start: ThreadOptions = workerData;
  const { writes, reports } = operationsByName(operations);
  const isOurs = start.buildFingerprint === buildFingerprint(writes);
  if (start.role === 'reader') serveReports(port, start, isOurs ? reports : new Map());
  else serveWrites(port, start, isOurs ? writes : undefined);
}

/** Serves the writer thread: opens the database and commits groups until it is closed. */
function serveWrites(port: MessagePort, start: ThreadOptions, writes: WritesByName | undefined): void {
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
      port.close();
    }
  });
  send({ ready: true });
}

/** Returns a message with those that have arrived after it, since a commit takes as long for several groups as for one. */
function receivePending(message: WriterRequest, port: MessagePort): WriterRequest[] {
  const messages = [message];
  for (let size = countJobs(message); size < maxGroupSize; ) {
    const next: { message: WriterRequest } | undefined = receiveMessageOnPort(port);
    if (!next) break;
    messages.push(next.message);
    size += countJobs(next.message);
  }
  return messages;
}

function countJobs(message: WriterRequest): number {
  return groupsIn(message).reduce((sum, { jobs }) => sum + jobs.length, 0);
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
    return { openError: message, ...(cause === undefined ? {} : { cause: toFailure(cause) }) };
  }
}
