import { reports } from './registered-reports.js';
import { writes } from './registered-writes.js';
import { serveThread } from './store/sqlite/threads/store-thread.js';

serveThread({ writes, reports });
