import { findPgBouncer } from './find-pgbouncer.mjs';

/*
 * The tiers of tests. The name of a file tells its tier:
 *
 * - `x.test.ts`: unit. Pure code.
 * - `x.service.test.ts`: what a request or a call decides, in process.
 * - `x.store.test.ts`: operations on a database, on SQLite and on PostgreSQL.
 * - `x.core.test.ts`: the part of the system tier that `npm test` runs.
 * - `x.system.test.ts`: sockets, processes, browsers, disks and database servers.
 */

/** Tests of features of only one database. */
const onlySqlite = ['**/sqlite/**', '**/*.sqlite.*.test.ts'];
const onlyPostgres = ['src/db/postgres/**', 'test/postgres/**'];

/**
 * The service tests that also run on PostgreSQL. The others run on SQLite alone, because these run all of their statements, with each kind
 * of value, on both databases. `compare-statements.ts` fails a run on both databases if a test runs another statement, and names files
 * that run it.
 */
const onPostgresToo = [
  'src/api/accounts/account-api.service.test.ts',
  'src/api/asks/{in-process-names,poll-endpoints}.service.test.ts',
  'src/api/sites/site-api.service.test.ts',
  'src/api/transfer/{recognized-visitors,round-trip,unfinished-imports}.service.test.ts',
  'src/api/webhooks/webhook-endpoints.service.test.ts',
  'src/core/answers/{answer-search,filters,latest-answers,respondents}.service.test.ts',
  'src/core/asks/{list-asks,summary-service}.service.test.ts',
  'src/core/read/ask-states.service.test.ts',
  'src/core/results/link-service.service.test.ts',
  'src/core/retention/purge-answers.service.test.ts',
  'src/core/submit/members.service.test.ts',
  'src/core/tickets/{list-tickets,ticket-service}.service.test.ts',
  'src/dashboard/account/{account-page,profile-forms}.service.test.ts',
  'src/dashboard/answers/{answer-page,bulk,change-answers,to-answer-list}.service.test.ts',
  'src/dashboard/asks/asks-page.service.test.ts',
  'src/dashboard/editor/code-definitions.service.test.ts',
  'src/dashboard/elements/element-routes.service.test.ts',
  'src/dashboard/keys/keys-page.service.test.ts',
  'src/dashboard/results/{funnel-view,start-figures}.service.test.ts',
  'src/dashboard/sign-in/register-page.service.test.ts',
  'src/events/feed/change-feed.service.test.ts',
  'src/events/notifications/{email-gate,notices}.service.test.ts',
  'src/events/webhooks/{outbox,over-days,webhook-metrics}.service.test.ts',
  'src/kinds/form/changes.service.test.ts',
  'src/kinds/quiz/repeated-start.service.test.ts',
  'src/owners/accounts/{dashboard-link,email-verification,password-resets}.service.test.ts',
  'src/owners/email/email-sender.service.test.ts',
  'src/owners/sites/site-design.service.test.ts',
  'src/web/hosted/rejected-answers.service.test.ts',
  'test/answer-lists.service.test.ts',
  'test/mcp/http.service.test.ts',
  // Outcomes of parallel requests, which depend on the locks of the database.
  'src/api/asks/{attempt-endpoints,batch-endpoint,in-process-answers,regrade,vote-endpoints}.service.test.ts',
  'src/api/sites/site-endpoints.service.test.ts',
  'src/core/asks/{concurrent-updates,definition}.service.test.ts',
  'src/core/drafts/working-copy-service.service.test.ts',
  'src/core/submit/{answer-idempotency,batch-equals-single,concurrent-deletions}.service.test.ts',
  'src/events/webhooks/instances.service.test.ts',
  'src/kinds/poll/caps.service.test.ts',
  'src/kinds/quiz/{checked-answers,start,timed-attempt}.service.test.ts',
  'src/owners/accounts/account-service.service.test.ts',
  'src/owners/keys/key-service.service.test.ts',
  'test/{lists,replays,version-races}.service.test.ts',
  // Wrong values, which PostgreSQL may refuse and SQLite store.
  'src/api/transfer/refused-files.service.test.ts',
  // Counters and results, which the database computes.
  'src/core/quotas.service.test.ts',
  'src/core/results/{filtered-results,tally-check}.service.test.ts',
  'src/kinds/form/{field-summaries,results}.service.test.ts',
  'src/kinds/poll/poll-results.service.test.ts',
  'src/kinds/quiz/quiz-results.service.test.ts',
];

const fixSeed = 'test/support/fix-seed.ts';
const checkReplies = 'test/support/openapi/conformity.ts';
const recordStatements = 'test/support/store/record-statements.ts';
const compareStatements = 'test/support/store/compare-statements.ts';
const dropDatabases = 'test/support/store/drop-databases.ts';
const startPostgres = 'test/support/store/start-postgres.ts';
const createEmptyFile = 'test/support/store/create-empty-file.ts';

const tests = (tier) => `{src,test}/**/*.${tier}.test.ts`;

/** The store uses functions of `node:sqlite` that exist since Node 22.16 and 23.8. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const hasNodeSqlite = major > 23 || (major === 23 && minor >= 8) || (major === 22 && minor >= 16);
const hasPgBouncer = findPgBouncer() !== undefined;

/** The tests that do not run on this machine. */
export const leftOut = [
  ...(hasNodeSqlite ? [] : [`The store on node:sqlite is not tested: Node ${process.versions.node} does not have it.`]),
  ...(hasPgBouncer ? [] : ['PostgreSQL behind PgBouncer is not tested: PgBouncer is not installed.']),
];

/** Returns a project. */
function project(name, { database = 'sqlite', ...test }) {
  return {
    extends: true,
    test: {
      name,
      provide: { database },
      setupFiles: [fixSeed, checkReplies, ...(database === 'postgres' ? [dropDatabases] : [])],
      ...test,
    },
  };
}

const projects = [
  project('unit', {
    include: ['src/**/*.test.ts'],
    exclude: ['**/*.{service,store,core,system}.test.ts'],
    setupFiles: [fixSeed],
  }),
  project('service', {
    include: [tests('service')],
    globalSetup: [compareStatements],
    setupFiles: [fixSeed, checkReplies, recordStatements],
  }),
  project('store', {
    include: [tests('store')],
    exclude: onlyPostgres,
    // Moves use both databases.
    globalSetup: [startPostgres, createEmptyFile],
  }),
  project('store-postgres', {
    database: 'postgres',
    include: [tests('store')],
    exclude: onlySqlite,
    globalSetup: [startPostgres],
  }),
  project('core', {
    include: [tests('core')],
    globalSetup: [startPostgres, createEmptyFile],
  }),
  // Its files take long and wait most of the time, so they do not run last.
  project('system-postgres', {
    database: 'postgres',
    include: ['test/postgres/**/*.system.test.ts'],
    globalSetup: [startPostgres],
  }),
  // A run of the whole tier has no separate workers for the core.
  project('system', {
    include: [tests('core'), tests('system')],
    exclude: onlyPostgres.map((files) => `${files}/*.system.test.ts`),
    globalSetup: [startPostgres, createEmptyFile],
  }),
  project('service-postgres', {
    database: 'postgres',
    include: onPostgresToo,
    globalSetup: [startPostgres],
  }),
  ...(hasNodeSqlite
    ? [
        project('store-node-sqlite', {
          include: ['src/db/**/*.store.test.ts'],
          // A host passes a handle of better-sqlite3, and two SQLite libraries in one process would release each other's locks.
          exclude: [...onlyPostgres, '**/host-handle.store.test.ts'],
          env: { ASKWELL_SQLITE_DRIVER: 'node:sqlite' },
          globalSetup: [startPostgres, createEmptyFile],
        }),
      ]
    : []),
  ...(hasPgBouncer
    ? [
        // All of these tests share the few connections of one pool, so the instances of only one file run at a time.
        project('pgbouncer', {
          database: 'postgres',
          include: ['src/db/postgres/postgres-store.store.test.ts', 'test/postgres/{instances,limits,races}.*.test.ts'],
          fileParallelism: false,
          globalSetup: ['test/support/postgres/start-behind-pgbouncer.ts'],
        }),
      ]
    : []),
];

/** Projects run in their order, one after the other: a lower tier is faster and says more precisely what is wrong. */
export const testProjects = projects.map((one, groupOrder) => ({
  ...one,
  test: { ...one.test, sequence: { groupOrder } },
}));
