import { serveThread } from '../../../src/store/sqlite/threads/store-thread.js';
import { testReports, testWrites } from './writes.js';

serveThread({ writes: testWrites, reports: testReports });
