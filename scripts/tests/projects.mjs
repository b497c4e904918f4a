// The folders with tests, and the vitest projects of each. A project is a tier, on one database.

/** The projects in the order in which they run: a lower tier is faster and says more precisely what is wrong. */
export const lowerTiers = ['unit', 'service', 'store', 'store-postgres', 'service-postgres'];

/** The projects of the system tier. They run after the lower tiers, and their failed tests run a second time. */
export const systemTier = ['core', 'system-postgres', 'system', 'pgbouncer'];

/** The projects that run without a name on the command line, and the projects of names that stand for several. */
export const npmTest = ['unit', 'service', 'store', 'store-postgres', 'core'];
export const groups = {
  // `system` has the files of `core` too.
  all: [...lowerTiers, ...systemTier.filter((name) => name !== 'core')],
  postgres: ['store-postgres', 'service-postgres', 'system-postgres', 'pgbouncer'],
};

/**
 * The projects of each folder, in the order in which they start. The tests of the client wait most of the time. `scripts/lint-tests.mjs`
 * compares the projects with the vitest configurations.
 */
export const folders = {
  'packages/server-lib': [...lowerTiers, ...systemTier],
  'packages/client-sdk': ['unit', 'service', 'core', 'system'],
  bench: ['system'],
  examples: ['system'],
  scripts: ['system'],
  consumers: ['system'],
  'packages/browser-widget': ['unit', 'core', 'system'],
};

/** How many folders run their tests at the same time. */
export const foldersAtOnce = 3;
