import { EventEmitter } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { prepare, put, testWrites } from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { sqliteDriver } from './choose-driver.js';
import { sharedNow } from './lock-timeout.js';
import type { WriterResponse } from './thread-messages.js';
import { serveWrites } from './writer-thread.js';

let folder: string;
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

test('commits, and ends the thread, over a port that is not a MessagePort, as in Deno', async () => {
  folder = await temporaryFolder();
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('The thread ends.');
  });
  const sent: WriterResponse[] = [];
  const port = Object.assign(new EventEmitter(), { postMessage: (message: WriterResponse) => void sent.push(message) });
  const writes = new Map(testWrites.map((write) => [write.name, write]));
  const lockTimeout = 5_000;
  const file = join(folder, 'askwell.db');
  const start = { role: 'writer', file, lockTimeout, driver: sqliteDriver().name, buildFingerprint: '' } as const;
  serveWrites(port, start, writes);
  const deadline = sharedNow() + lockTimeout;
  const jobs = (name: string, input: unknown) => [{ name, input: input as never }];
  port.emit('message', { groups: [{ jobs: jobs(prepare.name, null), deadline }] });
  port.emit('message', { groups: [{ jobs: jobs(put.name, 'a'), deadline }] });
  expect(sent).toEqual([{ ready: true }, { outcomes: [expect.anything()] }, { outcomes: [expect.anything()] }]);
  expect(() => port.emit('message', { close: true })).toThrow('The thread ends.');
});
