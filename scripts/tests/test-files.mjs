import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Returns all test files of the repository, by their paths from the root. */
export function testFiles(root) {
  return filesIn(root)
    .map((file) => relative(root, file).replaceAll('\\', '/'))
    .filter((file) => /\.test\.\w+$/.test(file));
}

/** Returns the tier of a test file by its name. */
export function tierOf(file) {
  return /\.(service|store|core|system)\.test\.\w+$/.exec(file)?.[1] ?? 'unit';
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
