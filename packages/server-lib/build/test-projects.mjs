import { findPgBouncer } from './find-pgbouncer.mjs';

/*
 * Which tests run on which database. A test runs on both where its outcome depends on the database: it starts servers, and checks
 * what they store, find, count or refuse. Pages, browsers, adapters of bodies and the command are tested over SQLite only.
 */

/** Tests of what only one of the databases has. */
const sqliteOnly = ['**/sqlite/**', '**/*.sqlite.test.ts'];
const postgresOnly = ['src/store/postgres/**/*.test.ts', 'test/postgres/**/*.test.ts'];

/** Tests of servers whose outcome does not depend on rows: sizes of definitions, the OpenAPI document, types, hosts. */
const withoutRows = [
  'src/asks/definition/view-size.test.ts',
  'test/adapters/same-replies.test.ts',
  'test/frameworks/types.test.ts',
  'test/openapi/{checker,document}.test.ts',
];

const modules = [
  ...['accounts', 'api', 'asks', 'embed', 'forms', 'keys', 'polls', 'quizzes', 'removal', 'security-events'],
  ...['sites', 'store', 'transfer', 'dashboard/asks', 'dashboard/pages/{account,answers,keys,results,share}'],
];

/** Tests of the whole interface. */
const wholeInterface = [
  'test/{adapters,errors,frameworks,openapi}/**/*.test.ts',
  'test/{fuzz,lists,order-of-checks,permissions,public-operations,replays,scopes,unauthorized}.test.ts',
];

/** Tests that a pooler could break: transactions, locks, and what several instances agree on. */
const pooled = [
  'src/asks/submit/answer-replays.test.ts',
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
        globalSetup: ['test/support/store/start-postgres.ts'],
      },
    },
    {
      extends: true,
      test: {
        name: 'postgres',
        provide: { database: 'postgres' },
        include: [...modules.map((name) => `src/${name}/**/*.test.ts`), ...wholeInterface, ...postgresOnly],
        exclude: [...sqliteOnly, ...withoutRows, ...unitTests],
        globalSetup: ['test/support/store/start-postgres.ts'],
        // A statement is a round trip.
        testTimeout: 60_000,
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
        sequence: { groupOrder: 2 },
      },
    },
  ];
}
