import { runOperation } from '../operation.js';
import { threadLimit } from '../threads/compute-limits.js';
import {
  type ReaderRequest,
  type ReaderResponse,
  type ReportCall,
  type ReportsByName,
  readReport,
} from '../threads/report-messages.js';
import { endThread, type ThreadPort } from '../threads/thread-port.js';
import { useDriver } from './choose-driver.js';
import type { Connection } from './connection.js';
import { retryWhileBusySync } from './lock-timeout.js';
import { openReader } from './open-database.js';
import { toSqliteFailure } from './sqlite-errors.js';
import type { ThreadOptions } from './thread-messages.js';

/** Serves the reader thread: runs reports one after the other until it is closed. */
export function serveSqliteReports(port: ThreadPort, start: ThreadOptions, reports: ReportsByName): void {
  let connection: Connection | undefined;

  function run(call: ReportCall): ReaderResponse {
    try {
      connection ??= open(start);
      const { inSnapshot, execute } = connection;
      const read = (): unknown => inSnapshot(() => runOperation(readReport(reports, call, threadLimit), execute));
      return { outcome: retryWhileBusySync(start.lockTimeout, read) };
    } catch (error) {
      return { failed: toSqliteFailure(error) };
    }
  }

  port.on('message', (message: ReaderRequest) => {
    if ('close' in message) {
      connection?.database.close();
      endThread(port);
    } else {
      port.postMessage(run(message));
    }
  });
}

function open({ driver, file, lockTimeout }: ThreadOptions): Connection {
  useDriver(driver);
  return retryWhileBusySync(lockTimeout, () => openReader(file));
}
