// A reporter for vitest. It writes the data for the runner into the folder REPORTS: JSON of vitest's own reporter has neither
// the projects nor the unhandled errors.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const report = { files: modules.map(describeFile), unhandled: unhandledErrors.map(describeUnhandled) };
    writeFileSync(join(process.env['REPORTS'], 'report.json'), JSON.stringify(report));
  }
}

function describeFile(module) {
  const suites = [...module.children.allSuites()];
  return {
    project: module.project.name,
    file: module.moduleId,
    // A file that cannot be imported, and hooks that fail.
    errors: [module, ...suites].flatMap((suite) => suite.errors()).map(describeError),
    tests: [...module.children.allTests()].map((test) => {
      const { state, errors = [] } = test.result();
      return { name: test.fullName, pattern: patternOf(test), state, errors: errors.map(describeError) };
    }),
  };
}

/** Returns the pattern for `--testNamePattern` that selects this test alone. */
function patternOf(test) {
  const names = [test.name];
  for (let { parent } = test; parent.type !== 'module'; parent = parent.parent) names.unshift(parent.name);
  return `^${names.join(' ').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
}

function describeError({ name, message, stack, diff }) {
  const text = stack?.includes(message) ? stack : [`${name}: ${message}`, stack].filter(Boolean).join('\n');
  return diff ? `${text}\n${diff}` : text;
}

/** The file is undefined if vitest does not know it. */
function describeUnhandled(error) {
  return { file: error.VITEST_TEST_PATH, error: describeError(error) };
}
