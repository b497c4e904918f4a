import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { lowerTiers, systemTier } from './projects.mjs';
import { passedAgain, readResults } from './results.mjs';
import { runVitest } from './run-vitest.mjs';
import { createTemporaryFolder } from './temporary-folder.mjs';

/** Above this number of failed system tests, the code is broken, and second runs would only take time. */
const maxSecondLooks = 20;

/**
 * Runs the tests of these projects: first the lower tiers of all folders, then the system tier. Each system test that failed runs again by
 * itself at the end. If it passes, it is flaky, and counts as passed.
 *
 * @param folders the projects of each folder, by the path of the folder from `root`
 * @param foldersAtOnce how many folders run their tests at the same time. One of them has the workers that it configures, and its output
 *   is live. The others have one worker each, because tests that wait for a core poll more often, and their output follows at the end.
 * @param paths absolute paths of test files and folders. Without paths, all files of the projects run.
 * @returns the passed, flaky and failed tests
 */
export async function runTests({ root, folders, foldersAtOnce = 1, projects, paths = [], seed }) {
  const results = { passed: 0, flaky: [], failed: [], times: [], flakyFile: join(root, 'flaky.txt') };
  const temporary = createTemporaryFolder();
  const env = {
    // Chromium stays unpacked after the run.
    CHROMIUM_FOLDER: tmpdir(),
    // A second look at a test of `consumers` uses the packages that the first look installed.
    CONSUMERS_FOLDER: join(temporary.folder, 'consumers'),
    ...process.env,
    TMPDIR: temporary.folder,
    SEED: String(seed),
  };
  const suspects = [];
  rmSync(results.flakyFile, { force: true });

  /** Returns the folders that have tests of a tier to run, with their projects and paths. */
  function foldersWith(tier) {
    return Object.entries(folders).flatMap(([name, ofFolder]) => {
      const selected = tier.filter((project) => projects.includes(project) && ofFolder.includes(project));
      const pathsHere = pathsIn(join(root, name), paths);
      return selected.length === 0 || pathsHere === undefined ? [] : [{ name, projects: selected, paths: pathsHere }];
    });
  }

  async function runFolder({ name, ...tests }, tier, options) {
    const folder = join(root, name);
    await timed(results, `${name}: ${tests.projects.join(', ')}`, async () => {
      const { passed, failures } = readResults(await runVitest({ folder, ...tests, env, ...options }));
      results.passed += passed;
      for (const failure of failures) {
        const isSuspect = tier === systemTier && failure.file !== undefined;
        (isSuspect ? suspects : results.failed).push({ ...failure, folder, title: titleOf(root, name, failure) });
      }
    });
  }

  for (const tier of [lowerTiers, systemTier]) {
    const waiting = foldersWith(tier);
    const runWaiting = async (options) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await runFolder(next, tier, options);
    };
    const others = Array.from({ length: foldersAtOnce - 1 }, () => ({ output: 'at the end', maxWorkers: 1 }));
    await Promise.all([{}, ...others].map(runWaiting));
  }

  if (suspects.length > maxSecondLooks) {
    console.log(`\n${suspects.length} system tests failed. They do not run again: at most ${maxSecondLooks} do.`);
    results.failed.push(...suspects);
  } else if (suspects.length > 0) {
    await timed(results, 'second look', () => lookAgain(suspects, env, results));
  }
  temporary.remove();
  if (results.flaky.length > 0) writeFileSync(results.flakyFile, flakyText(results.flaky, seed));
  return results;
}

async function lookAgain(suspects, env, results) {
  for (const suspect of suspects) {
    console.log(`\nSecond look: ${suspect.title}`);
    const { folder, project, file, pattern } = suspect;
    const report = await runVitest({ folder, projects: [project], paths: [file], pattern, env });
    const passed = passedAgain(suspect, report);
    if (passed === undefined) {
      results.failed.push(suspect);
    } else {
      results.passed += passed;
      results.flaky.push(suspect);
    }
  }
}

async function timed(results, name, run) {
  const start = performance.now();
  console.log(`\n# ${name}`);
  await run();
  const seconds = Math.round((performance.now() - start) / 1000);
  results.times.push(`${name}: ${seconds} s`);
}

/** Returns the paths that are in a folder. Undefined if no path is in the folder. */
function pathsIn(folder, paths) {
  if (paths.length === 0 || paths.some((path) => isIn(path, folder))) return [];
  const inside = paths.filter((path) => isIn(folder, path));
  return inside.length > 0 ? inside : undefined;
}

function isIn(folder, path) {
  return `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`);
}

function titleOf(root, name, { file, test }) {
  const path = file === undefined ? name : relative(root, file).replaceAll('\\', '/');
  return test === undefined ? path : `${path} › ${test}`;
}

function flakyText(flaky, seed) {
  return flaky
    .map(({ title, project, output }) => `${title}\nproject ${project}, SEED=${seed}\n\n${output}\n`)
    .join('\n\n');
}
