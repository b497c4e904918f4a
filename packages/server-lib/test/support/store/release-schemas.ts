import { afterAll } from 'vitest';
import { releaseSchemasOfServices } from './test-database.js';

// Runs after the hooks of the test file, which close its services.
afterAll(releaseSchemasOfServices);
