import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'system',
    include: ['*.system.test.ts'],
    // A case starts servers and fills databases, and a busy machine slows it down.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The processes of one case already use all cores.
    fileParallelism: false,
    // Node imports the benchmark and the packages as in `npm run bench`.
    server: { deps: { external: [/\/(bench\/src|packages)\//] } },
  },
});
