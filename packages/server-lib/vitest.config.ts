import { defineConfig } from 'vitest/config';
import { assetsForVite } from './build/assets.mjs';
import { cheapPasswordsForVite } from './build/password-cost.mjs';
import { writerFileForVite } from './build/writer-file.mjs';

export default defineConfig({
  plugins: [assetsForVite, cheapPasswordsForVite, await writerFileForVite()],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/support/openapi/conformity.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
