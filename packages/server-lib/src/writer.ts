import { serveThread } from './db/threads/serve-thread.js';
import { createReports } from './instance/registered-reports.js';
import { writes } from './instance/registered-writes.js';

serveThread({ writes, reports: createReports() });
