import { findPgBouncer } from './find-pgbouncer.mjs';

/*
 * Which tests run on which database. The tests of the store, of the REST interface and of the adapters run on both: their outcome
 * depends on what a database stores, finds, counts or refuses. Pages, browsers, the checks of definitions and files, and the command
 * are tested over SQLite only.
 */

/** Tests of what only one of the databases has. */
const sqliteOnly = ['**/sqlite/**', '**/*.sqlite.test.ts'];
const postgresOnly = ['src/store/postgres/**/*.test.ts', 'test/postgres/**/*.test.ts'];

/**
 * Returns whether the other project leaves a test out.
 *
 * @param {string} file
 */
const isPostgresOnly = (file) => file.startsWith('src/store/postgres/');

/** Tests of servers whose outcome does not depend on rows: checks of definitions, answers, files and permissions, connections. */
const withoutRows = [
  'src/email/transports/smtp-{transport,url}.test.ts',
  'src/asks/definition/view-size.test.ts',
  'src/embed/{live-access,live-clients,poll-view,results-order,view-cache}.test.ts',
  'src/forms/{check-submission,validate-form}.test.ts',
  'src/quizzes/checks/error-order.test.ts',
  'src/transfer/import/refused-files.test.ts',
  'src/api/request-log.test.ts',
  'test/adapters/same-replies.test.ts',
  'test/frameworks/{frameworks,types}.test.ts',
];

const modules = [
  ...['accounts', 'api', 'asks', 'change-feed', 'email', 'embed', 'forms', 'keys', 'notifications', 'polls', 'quizzes'],
  ...['removal', 'security-events', 'sites', 'store', 'transfer', 'webhooks', 'dashboard/asks'],
];

/** Tests of the whole interface. */
const wholeInterface = [
  'test/{adapters,errors,frameworks}/**/*.test.ts',
  'test/durability/webhooks.test.ts',
  'test/{fuzz,lists,order-of-checks,public-operations,replays,scopes,unauthorized}.test.ts',
];

/**
 * Tests that a pooler could break: transactions, locks, and what several instances agree on. None of them may end backends, which
 * they share.
 */
const pooled = [
  'src/store/postgres/postgres-store.test.ts',
  'src/asks/submit/idempotency/answer-replays.test.ts',
  'src/polls/{vote-endpoints,votes-and-results}.test.ts',
  'test/postgres/{instances,limits,races}.test.ts',
];

/**
 * Returns the projects of the tests: one for each database, and one for PostgreSQL behind PgBouncer if it is installed.
 *
 * @param {readonly string[]} unitTests The tests without a database.
 */
export function testProjects(unitTests) {
  return [
    {
      extends: true,
      test: {
        name: 'sqlite',
        provide: { database: 'sqlite' },
        include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
        exclude: postgresOnly,
        // Some tests use both databases, such as those of moves.
        globalSetup: ['test/support/store/start-postgres.ts', 'test/support/store/create-empty-file.ts'],
      },
    },
    {
      extends: true,
      test: {
        name: 'postgres',
        provide: { database: 'postgres' },
        include: [...modules.map((name) => `src/${name}/**/*.test.ts`), ...wholeInterface, ...postgresOnly],
        exclude: [...sqliteOnly, ...withoutRows, ...unitTests.filter((file) => !isPostgresOnly(file))],
        globalSetup: ['test/support/store/start-postgres.ts'],
        // A statement is a round trip.
        testTimeout: 120_000,
        // After the tests on SQLite, so that each process loads the modules of one project only.
        sequence: { groupOrder: 1 },
      },
    },
    ...pooledProjects(),
  ];
}

function pooledProjects() {
  if (!findPgBouncer()) {
    console.log('PgBouncer is not installed: the tests behind it do not run.');
    return [];
  }
  return [
    {
      extends: true,
      test: {
        name: 'pgbouncer',
        provide: { database: 'postgres' },
        include: pooled,
        globalSetup: ['test/support/postgres/start-behind-pgbouncer.ts'],
        // All share the few connections of one pool: the instances of one file at a time.
        fileParallelism: false,
        sequence: { groupOrder: 2 },
      },
    },
  ];
}
