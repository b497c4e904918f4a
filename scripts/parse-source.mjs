// Parses source files for the checks of `npm run lint`.
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** The syntax trees by path. `lint.mjs` runs the checks in one process, and most of them read the same files. */
const parsed = new Map();

/** Returns the syntax tree of a file. Its nodes have their parents. */
export function parseSource(path) {
  const known = parsed.get(path);
  if (known) return known;
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  parsed.set(path, source);
  return source;
}
