// Reads the reports of vitest: which tests passed, and which tests and files failed.

/**
 * Returns the number of passed tests, and the failures. A failure is a test, or a file that failed as a whole: it cannot be
 * imported, a hook fails, or an error was not handled. A file that failed as a whole counts as one failure, and its tests do not count as
 * passed.
 */
export function readResults({ end, files, unhandled }) {
  const known = new Set(files.map(({ file }) => file));
  const failures = [];
  let passed = 0;
  for (const { project, file, errors, tests } of files) {
    const ofFile = [...errors, ...unhandled.filter((other) => other.file === file).map(({ error }) => error)];
    const failed = tests.filter(({ state }) => state === 'failed');
    if (ofFile.length > 0) {
      const ofTests = failed.map((test) => [test.name, ...test.errors].join('\n'));
      failures.push({ project, file, output: [...ofFile, ...ofTests].join('\n\n') });
      continue;
    }
    passed += tests.filter(({ state }) => state === 'passed').length;
    for (const { name, pattern, errors } of failed) {
      failures.push({ project, file, test: name, pattern, output: errors.join('\n\n') });
    }
  }
  // Without a file, there is nothing to run again.
  for (const { file, error } of unhandled) {
    if (!known.has(file)) failures.push({ file: undefined, output: error });
  }
  if (end !== 0 && failures.length === 0) failures.push({ file: undefined, output: `vitest ended with ${end}.` });
  return { passed, failures };
}

/** Returns the passed tests of a second run of a failed test or file. Undefined if it did not pass. */
export function passedAgain({ project, file, test }, report) {
  const { passed, failures } = readResults(report);
  const again = report.files.find((other) => other.project === project && other.file === file);
  if (report.end !== 0 || failures.length > 0 || !again) return undefined;
  if (test === undefined) return passed;
  // A test whose name changes from run to run would otherwise pass without having run.
  return again.tests.some(({ name, state }) => name === test && state === 'passed') ? passed : undefined;
}
