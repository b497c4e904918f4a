// Writes the licences of packages that are bundled into a file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Returns the licences of the bundled packages, as a comment. Packages of one project have the same text. */
export function licencesOf(packages) {
  const names = new Map();
  for (const name of packages) {
    const text = readFileSync(join(dirname(dirname(require.resolve(name))), 'LICENSE'), 'utf8').trim();
    names.set(text, [...(names.get(text) ?? []), name]);
  }
  const parts = [...names].map(([text, same]) => `${same.join(', ')}\n\n${text}`);
  return `/*! This file contains:\n\n${parts.join('\n\n').replaceAll('*/', '* /')}\n*/`;
}
