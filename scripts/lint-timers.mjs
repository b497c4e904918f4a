// Fails if a module of the server uses its own timers or clocks, because the timers of an instance belong to its clock.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parseSource } from './parse-source.mjs';

const src = fileURLToPath(new URL('../packages/server-lib/src/', import.meta.url));

/** Modules that may use the clock of the machine, `systemClock`, by the reason. A folder ends with a slash. */
const realTime = {
  'The database, its threads and other processes answer in real time.': [
    'db/postgres/limit-queries.ts',
    'db/postgres/postgres-writer.ts',
    'db/postgres/prepared.ts',
    'db/postgres/transaction.ts',
    'db/queue/write-queue.ts',
    'db/sqlite/',
    'db/sqlite/',
    'db/sqlite/',
    'db/threads/',
  ],
  'Measures how busy the process is, or what requests take.': [
    'adapters/paced-reading.ts',
    'api/overload/overload.ts',
    'instance/metrics/',
    'base/event-loop.ts',
    'base/batch-per-turn.ts',
    'base/steps.ts',
    'events/webhooks/send-pace.ts',
  ],
  'Slows down clients whose connections all instances of the process share.': ['adapters/pipelining.ts'],
};

/** Modules that may use the global timers and clocks, by the reason. */
const globals = {
  'Defines the clocks.': ['base/clock.ts'],
  'The start of the process is in real time.': ['instance/metrics/process-metrics.ts'],
  'A test starts at the real time by default.': ['tools/testing/test-askwell.ts'],
  'Only words the status of an ask. A view has no clock.': ['dashboard/home/ask-labels.ts'],
};

const isIn = (exceptions, file) =>
  Object.values(exceptions)
    .flat()
    .some((name) => (name.endsWith('/') ? file.startsWith(name) : file === name));

const timers = new Set(['setTimeout', 'setInterval']);
const members = new Set([
  'performance.now',
  'Date.now',
  'AbortSignal.timeout',
  'globalThis.setTimeout',
  'globalThis.setInterval',
]);

/** Returns the names that a node uses and only some modules may use. */
function usedBy(node, file) {
  if (ts.isImportDeclaration(node)) {
    const name = node.moduleSpecifier.text;
    if (/^(node:)?timers(\/|$)/.test(name)) return name;
  }
  if (ts.isIdentifier(node) && node.text === 'systemClock' && !isIn(realTime, file)) return 'systemClock';
  if (ts.isPropertyAccessExpression(node) && members.has(node.getText())) return node.getText();
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && timers.has(node.expression.text))
    return node.expression.text;
  return undefined;
}

function check(file) {
  const source = parseSource(join(src, file));
  const problems = [];
  const visit = (node) => {
    const used = usedBy(node, file);
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (used) problems.push(`packages/server-lib/src/${file}:${line}: ${used}: use the clock of the instance.`);
    ts.forEachChild(node, visit);
  };
  if (!isIn(globals, file)) visit(source);
  return problems;
}

const problems = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !/\.(test|case|d)\.ts$|\/browser\//.test(file))
  .flatMap(check);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
