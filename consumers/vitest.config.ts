import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'system',
    include: ['*.system.test.ts'],
    globalSetup: ['support/global-setup.ts'],
    // Builds and type checks of whole projects take minutes on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // A process loads each module once for all of its test files.
    isolate: false,
    maxWorkers: 2,
  },
});
