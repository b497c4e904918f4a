import { parseArgs } from 'node:util';
import { answers } from './cases/answers.js';
import { authenticate } from './cases/authenticate.js';
import { batch } from './cases/batch.js';
import { dashboard } from './cases/dashboard.js';
import { live } from './cases/live.js';
import { lock } from './cases/lock.js';
import { login } from './cases/login.js';
import { me } from './cases/me.js';
import { metrics } from './cases/metrics.js';
import { million } from './cases/million.js';
import { neighbours } from './cases/neighbours.js';
import { overload } from './cases/overload.js';
import { pipelined } from './cases/pipelined.js';
import { postgres } from './cases/postgres.js';
import { ranked } from './cases/ranked.js';
import { sdk } from './cases/sdk.js';
import { slowDisk } from './cases/slow-disk.js';
import { steady } from './cases/steady.js';
import { votes } from './cases/votes.js';
import { webhooks } from './cases/webhooks.js';
import { widget } from './cases/widget.js';
import { writes } from './cases/writes.js';
import { runRounds } from './rounds.js';
import { toTable } from './table.js';

const cases = [
  authenticate,
  me,
  votes,
  metrics,
  webhooks,
  ranked,
  answers,
  batch,
  dashboard,
  million,
  live,
  slowDisk,
  writes,
  lock,
  steady,
  neighbours,
  login,
  pipelined,
  postgres,
  overload,
  sdk,
  widget,
];

const usage = `npm run bench -- [--only NAME]... [--rounds N]

${cases.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const chosen = values.only ? cases.filter(({ name }) => values.only?.includes(name)) : cases;

if (values.help || chosen.length === 0 || !(rounds >= 1)) {
  console.log(usage);
  process.exitCode = values.help ? 0 : 1;
} else {
  const rows = [];
  for (const comparison of chosen) rows.push(...(await runRounds(comparison, Math.floor(rounds), console.log)));
  console.log(`\n${toTable(rows)}`);
}
