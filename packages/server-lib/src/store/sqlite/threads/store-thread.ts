import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Connection } from '../connection.js';
import { useDriver } from '../drivers/choose-driver.js';
import { explainOpenFailure } from '../explain-open-failure.js';
import { createErasure } from '../files/erase-deleted.js';
import { openWriter } from '../open-database.js';
import { toFailure } from '../store-error.js';
import { createCommitter, type Writes } from '../write/commit-group.js';
import { commitGroups } from '../write/commit-groups.js';
import { busyMilliseconds, waitBlocking } from '../write/lock-timeout.js';
import { largestGroup } from '../write/write-queue.js';
import { serveReports } from './report-thread.js';
import {
  type CommitRequest,
  fingerprint,
  type OpenRefused,
  operationsByName,
  type ThreadOperations,
  type ThreadOptions,
  type WriterRequest,
  type WriterResponse,
} from './thread-messages.js';

/** The life of a thread that was started by `startWorker`: the writer's, or the reader's. */
export function serveThread(duties: ThreadOperations): void {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a worker thread only.');
  const start: ThreadOptions = workerData;
  const { writes, reports } = operationsByName(duties);
  const isOurs = start.fingerprint === fingerprint(writes);
  if (start.role === 'reader') serveReports(port, start, isOurs ? reports : new Map());
  else serveWrites(port, start, isOurs ? writes : undefined);
}

/** The writer's whole life: open, commit groups as they come, close. */
function serveWrites(port: MessagePort, start: ThreadOptions, writes: Writes | undefined): void {
  const say = (message: WriterResponse): void => port.postMessage(message);
  if (!writes) {
    say({ refused: 'The writer comes from another build of Askwell than the rest. Build again, or reinstall.' });
    return;
  }
  const opened = open(start);
  if ('refused' in opened) {
    say(opened);
    return;
  }
  const { connection } = opened;
  const erasure = createErasure(connection.database);
  const committer = createCommitter(connection, writes, erasure.due);

  port.on('message', (message: WriterRequest) => {
    const messages = withThoseAtHand(message, port);
    commitGroups(committer, messages.flatMap(groupsOf), say);
    if (messages.some((one) => 'close' in one)) {
      erasure.finish();
      connection.database.close();
      port.close();
    }
  });
  say({ ready: true });
}

/** A message with what has come behind it meanwhile: a commit takes as long for several groups as for one. */
function withThoseAtHand(message: WriterRequest, port: MessagePort): WriterRequest[] {
  const messages = [message];
  for (let size = sizeOf(message); size < largestGroup; ) {
    const next: { message: WriterRequest } | undefined = receiveMessageOnPort(port);
    if (!next) break;
    messages.push(next.message);
    size += sizeOf(next.message);
  }
  return messages;
}

function sizeOf(message: WriterRequest): number {
  return groupsOf(message).reduce((sum, { jobs }) => sum + jobs.length, 0);
}

function groupsOf(message: WriterRequest): readonly CommitRequest[] {
  return 'groups' in message ? message.groups : [];
}

function open(start: ThreadOptions): { connection: Connection } | OpenRefused {
  try {
    useDriver(start.driver);
    return { connection: waitBlocking(start.patience, () => openWriter(start.file, busyMilliseconds, start.secret)) };
  } catch (error) {
    const { message, cause } = explainOpenFailure(start.file, error);
    return { refused: message, ...(cause === undefined ? {} : { cause: toFailure(cause) }) };
  }
}
