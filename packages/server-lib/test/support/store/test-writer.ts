import { serveThread } from '../../../src/db/threads/serve-thread.js';
import { testReports, testWrites } from './test-writes.js';

serveThread({ writes: testWrites, reports: testReports });
