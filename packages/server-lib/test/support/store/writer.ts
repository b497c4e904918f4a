import { serveWrites } from '../../../src/store/sqlite/worker.js';
import { testWrites } from './writes.js';

serveWrites(testWrites);
