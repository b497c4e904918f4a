// Builds the packages and runs tests: `node scripts/run-tests.mjs [project…] [path…]`. Without projects, it runs those of
// `npm test`. `all` and `postgres` stand for several projects. A path is a test file or a folder.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { leftOut } from '../packages/server-lib/test/test-projects.mjs';
import { folders, foldersAtOnce, groups, lowerTiers, npmTest, systemTier } from './tests/projects.mjs';
import { runTests } from './tests/run.mjs';
import { buildTasksFor, startTurbo } from './turbo.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const seed = Number(process.env['SEED'] ?? 1);
const known = [...lowerTiers, ...systemTier];
const names = process.argv.slice(2).filter((argument) => known.includes(argument) || argument in groups);
const paths = process.argv.slice(2).filter((argument) => !names.includes(argument));
const projects = names.length > 0 ? names.flatMap((name) => groups[name] ?? name) : npmTest;

const missing = paths.filter((path) => !existsSync(path));
if (missing.length > 0) {
  console.error(`Not a project, and not a file or folder: ${missing.join(', ')}. Projects: ${known.join(', ')}.`);
  process.exit(2);
}

const start = performance.now();
const [code] = await once(
  startTurbo(['run', ...buildTasksFor(projects), '--output-logs=errors-only'], 'inherit'),
  'exit',
);
if (code !== 0) process.exit(code ?? 1);
const built = `build: ${Math.round((performance.now() - start) / 1000)} s`;

console.log(`\nSEED=${seed}`);
const absolute = paths.map((path) => resolve(path));
const results = await runTests({ root, folders, foldersAtOnce, projects, paths: absolute, seed });
const { passed, flaky, failed, times, flakyFile } = results;

console.log(`\n${[built, ...times].join('\n')}\nSEED=${seed}`);
for (const { title, output } of failed) console.log(`\nfailed: ${title}\n${output}`);
if (flaky.length > 0) {
  console.log('');
  for (const { title } of flaky) console.log(`flaky: ${title}`);
  console.log(`Their first output is in ${flakyFile}.`);
}
if (passed + failed.length === 0)
  console.log('\nNone of the projects has a test at these paths. `all` selects every project.');
for (const sentence of leftOut) console.log(sentence);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = passed > 0 && failed.length === 0 ? 0 : 1;
