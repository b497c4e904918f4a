import { defineConfig } from 'vitest/config';
import { assetsForVite } from './build/assets.mjs';
import { cheapPasswordsForVite } from './build/password-cost.mjs';
import { writerFileForVite } from './build/writer-file.mjs';
import { TestOrder } from './test/test-order.js';
import { testProjects } from './test/test-projects.mjs';

export default defineConfig(async () => ({
  plugins: [assetsForVite, cheapPasswordsForVite, await writerFileForVite()],
  test: {
    projects: testProjects,
    // A process loads each module once for all of its test files.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A poll that succeeds ends at once. On a busy machine, it may take long.
    expect: { poll: { timeout: 30_000 } },
    // The projects transform the same modules, and so does the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/askwell/modules' },
    maxWorkers: 2,
    sequence: { sequencer: TestOrder },
    env: { SOAK: process.env['SOAK'] ?? '1' },
  },
}));
