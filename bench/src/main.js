import { parseArgs } from 'node:util';
import { cases } from './cases.js';
import { runRounds } from './rounds.js';
import { isSmoke } from './smoke.js';
import { toTable } from './table.js';

const usage = `npm run bench -- [--only NAME]... [--rounds N]
       npm run bench -- [--only NAME]... --smoke

${cases.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: isSmoke ? '1' : '5' },
    smoke: { type: 'boolean', default: false },
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
