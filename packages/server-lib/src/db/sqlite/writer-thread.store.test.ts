import { EventEmitter, once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { prepare, put, testWrites } from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { maxGroupSize } from '../queue/write-queue.js';
import { sqliteDriver } from './choose-driver.js';
import { sharedNow } from './lock-timeout.js';
import type { WriterRequest, WriterResponse } from './thread-messages.js';
import { serveWrites } from './writer-thread.js';

let folder: string;
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const lockTimeout = 5_000;
const writes = new Map(testWrites.map((write) => [write.name, write]));

const startIn = (directory: string) =>
  ({
    role: 'writer',
    file: join(directory, 'askwell.db'),
    lockTimeout,
    driver: sqliteDriver().name,
    buildFingerprint: '',
  }) as const;

/** A message with jobs of one write. */
const message = (name: string, inputs: readonly unknown[]): WriterRequest => ({
  groups: [{ jobs: inputs.map((input) => ({ name, input: input as never })), deadline: sharedNow() + lockTimeout }],
});

test('commits, and ends the thread, over a port that is not a MessagePort, as in Deno', async () => {
  folder = await temporaryFolder();
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('The thread ends.');
  });
  const sent: WriterResponse[] = [];
  const port = Object.assign(new EventEmitter(), {
    postMessage: (response: WriterResponse) => void sent.push(response),
  });
  serveWrites(port, startIn(folder), writes);
  port.emit('message', message(prepare.name, [null]));
  port.emit('message', message(put.name, ['a']));
  expect(sent).toEqual([{ ready: true }, { outcomes: [expect.anything()] }, { outcomes: [expect.anything()] }]);
  expect(() => port.emit('message', { close: true })).toThrow('The thread ends.');
});

test('commits the messages that have arrived together, up to the size of a group', async () => {
  folder = await temporaryFolder();
  const { port1, port2 } = new MessageChannel();
  const labels = Array.from({ length: maxGroupSize / 2 }, (_, at) => String(at));
  port2.postMessage(message(prepare.name, [null]));
  for (let nth = 0; nth < 4; nth++) port2.postMessage(message(put.name, labels));
  port2.postMessage({ close: true } satisfies WriterRequest);
  const sizes: number[] = [];
  port2.on('message', (response: WriterResponse) => {
    if ('outcomes' in response) sizes.push(response.outcomes.length);
  });
  const closed = once(port2, 'close');
  serveWrites(port1, startIn(folder), writes);
  await closed;
  expect(sizes).toEqual([1 + maxGroupSize, maxGroupSize]);
});
