import { defineConfig } from 'vitest/config';
import { assetsForVite } from './build/assets.mjs';
import { writerFileForVite } from './build/writer-file.mjs';

export default defineConfig({
  plugins: [assetsForVite, writerFileForVite],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/support/openapi/conformity.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
  },
});
