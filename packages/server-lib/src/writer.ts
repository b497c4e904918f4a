import { createReports } from './registered-reports.js';
import { writes } from './registered-writes.js';
import { serveThread } from './store/threads/serve-thread.js';

serveThread({ writes, reports: createReports() });
