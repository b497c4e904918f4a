import { serveWrites } from './store/sqlite/worker.js';
import { writes } from './writes.js';

serveWrites(writes);
