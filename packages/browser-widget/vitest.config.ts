import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    // The server's build runs as it is, without transforms.
    server: { deps: { external: [/server-lib\/dist/] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // One browser serves all files, and two cores are soon busy.
    maxWorkers: 1,
    // The process loads each module once for all files.
    isolate: false,
    env: { SOAK: mode === 'soak' ? '10' : '1' },
  },
}));
