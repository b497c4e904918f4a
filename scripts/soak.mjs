// Looks for rare failures: `npm run test:soak -- [minutes] [path…]`. Runs the tests with random values again and again with new seeds, and
// then the endurance tests with ten times as many rounds (`SOAK=10`). Stops at the first failure, and prints the command that
// repeats it.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folders, lowerTiers, systemTier } from './tests/projects.mjs';
import { runTests } from './tests/run.mjs';
import { testFiles, tierOf } from './tests/test-files.mjs';
import { startTurbo } from './turbo.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const [minutes = '10', ...paths] = process.argv.slice(2);
if (!(Number(minutes) > 0)) {
  console.error('Usage: npm run test:soak -- [minutes] [path…]');
  process.exit(2);
}

const [code] = await once(
  startTurbo(['run', 'bundle', 'declarations', '--output-logs=errors-only'], 'inherit'),
  'exit',
);
if (code !== 0) process.exit(code ?? 1);

/** Returns the test files at the paths that contain a pattern, of the system tier or of the lower tiers. */
function filesWith(pattern, { inSystemTier }) {
  return testFiles(root)
    .filter((file) => ['core', 'system'].includes(tierOf(file)) === inSystemTier)
    .map((file) => join(root, file))
    .filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(resolve(path))))
    .filter((file) => pattern.test(readFileSync(file, 'utf8')));
}

/** Runs test files, and returns how many tests passed. Ends the process if one fails, even if it passes in the second run. */
async function passOrExit(files, { projects, seed, soak = '1' }) {
  if (files.length === 0) return 0;
  process.env['SOAK'] = soak;
  console.log(`\nSEED=${seed} SOAK=${soak}`);
  const { passed, failed, flaky } = await runTests({ root, folders, projects, paths: files, seed });
  const [failure] = [...failed, ...flaky];
  if (!failure) return passed;
  const path = failure.file === undefined ? '' : ` -- ${relative(root, failure.file)}`;
  console.log(`\nfailed: ${failure.title}\n${failure.output}`);
  console.log(`\nThis command repeats it:\nSEED=${seed} SOAK=${soak} npm run test:all${path}`);
  process.exit(1);
}

const properties = filesWith(/from 'fast-check'|\brandomFor\(/, { inSystemTier: false });
const endurance = filesWith(/\bsoakFactor\b|'SOAK'/, { inSystemTier: true });
const factor = process.env['SOAK'] ?? '10';
const end = Date.now() + Number(minutes) * 60_000;
let passed = 0;
let seed;
do {
  seed = randomInt(2 ** 31);
  passed += await passOrExit(properties, { projects: lowerTiers, seed });
} while (properties.length > 0 && Date.now() < end);
passed += await passOrExit(endurance, { projects: systemTier, seed, soak: factor });

console.log(`\n${passed} passed, 0 failed`);
