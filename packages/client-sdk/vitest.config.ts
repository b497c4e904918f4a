import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const tiers = ['unit', 'service', 'core', 'system'];

/** The name of a file tells its tier. A name without a tier is a unit test. The core is part of the system tier. */
const namesOf = (tier: string) => ({ unit: '', system: '{core,system}.' })[tier] ?? `${tier}.`;
const includeOf = (tier: string) => `{src,test}/**/*.${namesOf(tier)}test.ts`;

export default defineConfig({
  test: {
    // The tiers run one after the other: a lower tier is faster and says more precisely what is wrong.
    projects: tiers.map((name, groupOrder) => ({
      extends: true,
      test: {
        name,
        sequence: { groupOrder },
        include: [includeOf(name)],
        exclude: name === 'unit' ? ['**/*.{service,core,system}.test.ts'] : [],
        // Compiles programs against the built declarations, with import and with require.
        typecheck: {
          enabled: name === 'system',
          // The newest compiler, which is the fastest. Consumers run the same tests with the oldest one.
          checker: fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url)),
          include: ['test/types/**/*.test-d.ts'],
          tsconfig: 'test/types/tsconfig.json',
        },
      },
    })),
    setupFiles: ['../server-lib/test/support/fix-seed.ts'],
    // A process loads each module once for all of its test files.
    isolate: false,
    // Node loads the built server, which is outside node_modules, without a transformation.
    server: { deps: { external: [/server-lib\/dist\//] } },
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
