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
 * The surfaces: how people, programs and hosts reach the operations of the other folders. Their service tests run on SQLite alone,
 * because the other service tests run all of their statements on both databases. `compare-statements.ts` fails a run on both databases if a
 * test runs another statement. Then add the name of the test after the `!` of its folder.
 */
const surfaces = [
  'src/dashboard/**/!(answer-page|asks-page|bulk|change-answers|element-routes|element-rules|large-changes|profile-forms|register-page|start-figures|to-answer-list).service.test.ts',
  'src/web/hosted/**/!(answers).service.test.ts',
  'test/mcp/!(http).service.test.ts',
  'src/{adapters,http/compression,http/headers,http/parsers,kinds/inputs,kinds/templates,shared}/**',
  'src/{api/mcp,api/openapi,instance/options,tools/cli,tools/init,tools/testing,web/reference,web/sample,web/ui}/**',
  'test/{adapters,cli,compression,errors,frameworks,openapi}/**',
  'test/{container,dashboard-routes,definition-types,documented-names,documented-setup,links,local-time}.service.test.ts',
  'test/{opentelemetry,operation-callers,option-table,permissions,public-operations,scopes,unauthorized}.service.test.ts',
];

const fixSeed = 'test/support/fix-seed.ts';
const checkReplies = 'test/support/openapi/conformity.ts';
const recordStatements = 'test/support/store/record-statements.ts';
const compareStatements = 'test/support/store/compare-statements.ts';
const releaseSchemas = 'test/support/store/release-schemas.ts';
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

/** Returns a project. Projects run in their order, one after the other: a lower tier is faster and says more precisely what is wrong. */
function project(name, groupOrder, { database = 'sqlite', ...test }) {
  return {
    extends: true,
    test: { name, sequence: { groupOrder }, provide: { database }, setupFiles: [fixSeed, checkReplies], ...test },
  };
}

export const testProjects = [
  project('unit', 0, {
    include: ['src/**/*.test.ts'],
    exclude: ['**/*.{service,store,core,system}.test.ts'],
    setupFiles: [fixSeed],
  }),
  project('service', 1, {
    include: [tests('service')],
    globalSetup: [compareStatements],
    setupFiles: [fixSeed, checkReplies, recordStatements],
  }),
  project('store', 2, {
    include: [tests('store')],
    exclude: onlyPostgres,
    // Moves use both databases.
    globalSetup: [startPostgres, createEmptyFile],
  }),
  project('store-postgres', 3, {
    database: 'postgres',
    include: [tests('store')],
    exclude: onlySqlite,
    globalSetup: [startPostgres],
  }),
  project('core', 4, {
    include: [tests('core')],
    exclude: onlyPostgres,
    globalSetup: [startPostgres, createEmptyFile],
  }),
  project('core-postgres', 5, {
    database: 'postgres',
    include: ['test/postgres/**/*.core.test.ts'],
    globalSetup: [startPostgres],
  }),
  project('system', 6, {
    include: [tests('system')],
    exclude: onlyPostgres,
    globalSetup: [startPostgres, createEmptyFile],
  }),
  project('system-postgres', 7, {
    database: 'postgres',
    include: ['test/postgres/**/*.system.test.ts'],
    globalSetup: [startPostgres],
  }),
  project('service-postgres', 8, {
    database: 'postgres',
    include: [tests('service')],
    exclude: [...onlySqlite, ...surfaces],
    globalSetup: [startPostgres],
    setupFiles: [fixSeed, checkReplies, releaseSchemas],
  }),
  ...(hasNodeSqlite
    ? [
        project('store-node-sqlite', 9, {
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
        project('pgbouncer', 10, {
          database: 'postgres',
          include: ['src/db/postgres/postgres-store.store.test.ts', 'test/postgres/{instances,limits,races}.*.test.ts'],
          fileParallelism: false,
          globalSetup: ['test/support/postgres/start-behind-pgbouncer.ts'],
        }),
      ]
    : []),
];
