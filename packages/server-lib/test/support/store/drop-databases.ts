import { afterAll } from 'vitest';
import { dropDatabases } from './test-database.js';

// Runs after the hooks of the test file, which close its servers.
afterAll(dropDatabases);
