// Runs turbo with its telemetry and update notices off, the same on every system: `node scripts/turbo.mjs run build`.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

const turbo = createRequire(import.meta.url).resolve('turbo/bin/turbo');

/** What the tests of some projects need: only system tests look at declarations. */
export function buildTasksFor(projects) {
  return projects.some((project) => project.startsWith('system')) ? ['bundle', 'declarations'] : ['bundle'];
}

/** Starts turbo with these arguments. */
export function startTurbo(args, stdio) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
  return spawn(process.execPath, [turbo, ...args], { stdio, env });
}

if (process.argv[1] === import.meta.filename) {
  startTurbo(process.argv.slice(2), 'inherit').on('exit', (code) => process.exit(code ?? 1));
}
