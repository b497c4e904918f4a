import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const reporter = fileURLToPath(new URL('reporter.mjs', import.meta.url));

/**
 * Runs vitest in a folder, and returns how it ended and its report. The report is empty if vitest did not write it. A check of the whole
 * run, in a teardown, writes what is wrong into a text file in the folder REPORTS.
 *
 * @param paths absolute paths of test files and folders. Without paths, all files of the projects run.
 * @param pattern a regular expression for the full name of the tests. Without it, all tests run.
 * @param output whether the output of vitest appears live or at the end
 * @param maxWorkers how many test files run at the same time. Default: as the folder configures it.
 */
export async function runVitest({ folder, projects, paths = [], pattern, env, output = 'live', maxWorkers }) {
  const reports = mkdtempSync(join(env.TMPDIR, 'reports-'));
  const args = [
    ...['run', '--allowOnly=false', '--reporter=default', `--reporter=${reporter}`],
    ...projects.map((project) => `--project=${project}`),
    // A folder has no test of some of its projects at these paths.
    ...(paths.length > 0 ? ['--passWithNoTests'] : []),
    ...(maxWorkers ? [`--maxWorkers=${maxWorkers}`] : []),
    ...(pattern ? [`--testNamePattern=${pattern}`] : []),
    ...paths,
  ];
  try {
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: folder,
      stdio: output === 'live' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...env, REPORTS: reports },
    });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
    const end = await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => resolve(signal ?? code));
    });
    process.stdout.write(Buffer.concat(chunks));
    const report = join(reports, 'report.json');
    const { files, unhandled } = existsSync(report)
      ? JSON.parse(readFileSync(report, 'utf8'))
      : { files: [], unhandled: [] };
    const texts = readdirSync(reports).filter((name) => name.endsWith('.txt'));
    const ofRun = texts.map((name) => ({ error: readFileSync(join(reports, name), 'utf8') }));
    return { end, files, unhandled: [...unhandled, ...ofRun] };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}
