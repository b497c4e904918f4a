import { reports } from './reports.js';
import { serveThread } from './store/sqlite/worker.js';
import { writes } from './writes.js';

serveThread({ writes, reports });
