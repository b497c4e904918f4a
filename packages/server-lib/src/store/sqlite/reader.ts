import type { MessagePort } from 'node:worker_threads';
import { perform } from '../operation.js';
import { useDriver } from './choose-driver.js';
import type { Connection } from './connection.js';
import { toFailure } from './failures.js';
import { openReader } from './open.js';
import { waitBlocking } from './patience.js';
import type { WorkerStart } from './protocol.js';
import { type FromReader, operationOf, type ReportCall, type Reports, type ToReader } from './report-protocol.js';

/** The life of the reader's thread: runs reports as they come, one after the other, and closes. */
export function serveReports(port: MessagePort, start: WorkerStart, reports: Reports): void {
  let connection: Connection | undefined;

  function run(call: ReportCall): FromReader {
    try {
      connection ??= open(start);
      const { inSnapshot, execute } = connection;
      const read = (): unknown => inSnapshot(() => perform(operationOf(reports, call), execute));
      return { outcome: waitBlocking(start.patience, read) };
    } catch (error) {
      return { failed: toFailure(error) };
    }
  }

  port.on('message', (message: ToReader) => {
    if ('close' in message) {
      connection?.database.close();
      port.close();
    } else {
      port.postMessage(run(message));
    }
  });
}

function open({ driver, file, patience }: WorkerStart): Connection {
  useDriver(driver);
  return waitBlocking(patience, () => openReader(file));
}
