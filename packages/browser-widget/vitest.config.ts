import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/*
 * The tiers of tests. The name of a file tells its tier:
 *
 * - `x.test.ts`: unit. Pure code.
 * - `x.core.test.ts`: the part of the system tier that `npm test` runs. One journey for each kind, in Chromium.
 * - `x.system.test.ts`: everything else in Chromium, and tests of processes and the packed package.
 */

/** Returns a project. Projects run in their order, one after the other. */
function project(
  name: string,
  groupOrder: number,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, sequence: { groupOrder }, ...test } };
}

/** Returns a project whose files share an Askwell server, another site and a browser. */
function browserProject(name: string, groupOrder: number, tiers: readonly string[]): TestProjectInlineConfiguration {
  return project(name, groupOrder, {
    include: tiers.map((tier) => `test/**/*.${tier}.test.ts`),
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: '../server-lib/test/support/fix-seed.ts',
  });
}

export default defineConfig({
  test: {
    projects: [
      project('unit', 0, { include: ['src/**/*.test.ts'] }),
      browserProject('core', 1, ['core']),
      // A run of the whole tier has no separate process for the core.
      browserProject('system', 2, ['core', 'system']),
    ],
    // The server's build runs as it is, without transforms.
    server: { deps: { external: [/server-lib\/dist/] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // One browser serves all files, and two cores are soon busy.
    maxWorkers: 1,
    // The process loads each module once for all files.
    isolate: false,
    // Multiplies the rounds of endurance tests.
    env: { SOAK: process.env['SOAK'] ?? '1' },
  },
});
