import { defineConfig } from 'vitest/config';
import { assetsForVite } from './build/assets.mjs';
import { cheapPasswordsForVite } from './build/password-cost.mjs';
import { testProjects } from './build/test-projects.mjs';
import { unitTests } from './build/unit-tests.mjs';
import { writerFileForVite } from './build/writer-file.mjs';

export default defineConfig(async ({ mode }) => ({
  plugins: [assetsForVite, cheapPasswordsForVite, await writerFileForVite()],
  test: {
    ...(mode === 'unit' ? { include: unitTests() } : { projects: testProjects(unitTests()) }),
    setupFiles: mode === 'unit' ? [] : ['test/support/openapi/conformity.ts'],
    // A process loads each module once for all of its test files.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 3,
    env: { SOAK: mode === 'soak' ? '10' : '1' },
  },
}));
