import { serveThread } from '../../../src/store/sqlite/threads/store-thread.js';
import { testReports, testWrites } from './test-writes.js';

serveThread({ writes: testWrites, reports: testReports });
