// Checks the types of all projects. TypeScript 7 takes a third of the time of TypeScript 5, which tsup needs to bundle declarations.
// The build shows that declarations can be written.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const compiler = fileURLToPath(new URL('../node_modules/typescript7/bin/tsc', import.meta.url));

/**
 * The folders with a `tsconfig.json`. Code for browsers has separate projects, because its global types differ. The system tests of the
 * client check `test/types`.
 */
const projects = [
  'packages/server-lib',
  'packages/server-lib/src/web/ui/browser',
  'packages/server-lib/src/dashboard/browser',
  'packages/server-lib/src/web/reference/browser',
  'packages/client-sdk',
  'packages/browser-widget',
  'packages/browser-widget/test',
  'bench',
  'consumers',
];

/** Each checker checks all types that it needs. Four, the default, take almost twice the processor time of one. */
const checkers = Math.ceil(availableParallelism() / 4);

for (const project of projects) {
  const { status } = spawnSync(
    process.execPath,
    [compiler, '--noEmit', '--checkers', String(checkers), '-p', project],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
