import { serveThread } from '../../../src/store/sqlite/worker.js';
import { testReports, testWrites } from './writes.js';

serveThread({ writes: testWrites, reports: testReports });
