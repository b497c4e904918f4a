// Measures a streaming replica: how far it is behind, what it costs, and which votes are lost when the primary is lost.
// Run: node bench/src/postgres/replica.js. Needs pg_basebackup: PG_BIN is the folder of PostgreSQL's programs.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAskwell } from '@askwell/server';
import { percentile } from '../probes.js';
import { initialize, query, runProgram, serverFolder, startServer } from './servers.js';
import { openWithPolls, secret, voteFor } from './voters.js';

const bin = process.env['PG_BIN'] ?? '/usr/lib/postgresql/15/bin';
const load = { inFlight: 64, seconds: 3 };

/**
 * Starts a primary with an empty Askwell, and a replica of it.
 *
 * @param {string} folder
 */
async function startPair(folder) {
  await initialize(bin, join(folder, 'primary'));
  const primary = await startServer(bin, join(folder, 'primary'));
  const to = join(folder, 'replica');
  const connection = `host=127.0.0.1 port=${primary.port} user=askwell application_name=replica`;
  await runProgram(bin, 'pg_basebackup', ['-D', to, '-R', '-X', 'stream', '-c', 'fast', '-d', connection]);
  return { primary, replica: await startServer(bin, to) };
}

const countAnswers = 'select count(*)::int as n from askwell_answers';

/** @param {string} url */
const setSynchronous = async (url, commit = 'on', names = '') => {
  await query(url, `alter system set synchronous_commit = '${commit}'`);
  await query(url, `alter system set synchronous_standby_names = '${names}'`);
  await query(url, 'select pg_reload_conf()');
  await pause(500);
};

/**
 * Reads the primary's state of the replica while votes arrive. Returns the milliseconds of each sample.
 *
 * @param {string} primary
 * @param {Promise<unknown>} votes
 */
async function watchLag(primary, votes) {
  let isOver = false;
  votes.finally(() => {
    isOver = true;
  });
  /** @type {number[]} */
  const lags = [];
  while (!isOver) {
    const [row] = await query(
      primary,
      'select extract(epoch from replay_lag) * 1000 as lag from pg_stat_replication where replay_lag is not null',
    );
    if (row) lags.push(Number(row.lag));
    await pause(20);
  }
  return lags;
}

const modes = [
  { name: 'asynchronous', commit: 'on', names: '' },
  { name: 'synchronous, on', commit: 'on', names: 'replica' },
  { name: 'synchronous, remote_apply', commit: 'remote_apply', names: 'replica' },
];

async function measureLag() {
  const { folder, remove } = await serverFolder();
  const { primary, replica } = await startPair(folder);
  try {
    const { askwell, account, ids } = await openWithPolls(primary.url, 1);
    await voteFor(askwell, ids, load);
    for (const { name, commit, names } of modes) {
      await setSynchronous(primary.url, commit, names);
      const votes = voteFor(askwell, ids, load);
      const lags = await watchLag(primary.url, votes);
      const { rate } = await votes;
      const [p50, p99] = [percentile(lags, 0.5), percentile(lags, 0.99)];
      console.log(`${name}: ${rate.toFixed(0)} votes/s, replay lag p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
    }
    const reader = createAskwell({ database: replica.url, secret });
    const outcome = await reader.polls.results(account, ids[0] ?? '').then(
      ({ votes_count }) => `reads results (${votes_count} votes)`,
      (error) => `fails: ${error.message}`,
    );
    console.log(`an instance over the replica ${outcome}`);
    const vote = await voteFor(reader, ids, { inFlight: 1, seconds: 0.2 });
    console.log(`votes over the replica: ${vote.acknowledged} acknowledged, ${vote.failed} refused`);
    await reader.close();
    await askwell.close();
  } finally {
    await replica.stop('SIGQUIT');
    await primary.stop('SIGQUIT');
    await remove();
  }
}

/** @param {typeof modes[number]} mode */
async function measureLoss({ name, commit, names }) {
  const { folder, remove } = await serverFolder();
  const { primary, replica } = await startPair(folder);
  try {
    const { askwell, ids } = await openWithPolls(primary.url, 1);
    await setSynchronous(primary.url, commit, names);
    const votes = voteFor(askwell, ids, load);
    await pause(1_500);
    await primary.stop('SIGKILL');
    await runProgram(bin, 'pg_ctl', ['promote', '-w', '-D', replica.folder]);
    const { acknowledged } = await votes;
    const [row] = await query(replica.url, countAnswers);
    console.log(`primary killed, ${name}: ${acknowledged} acknowledged, ${row.n} on the promoted replica`);
    await askwell.close();
  } finally {
    await replica.stop('SIGQUIT');
    await remove();
  }
}

await measureLag();
for (const mode of modes.slice(0, 2)) await measureLoss(mode);
