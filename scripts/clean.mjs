// Removes what an earlier build left in `dist`, before tsup starts: `clean: true` in one of two tsup configs races with the other.
// `node clean.mjs bundle` removes all but the declarations, and `node clean.mjs declarations` removes the declarations.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const isDeclaration = (file) => /\.d\.c?ts$/.test(file);
const removesDeclarations = process.argv[2] === 'declarations';

try {
  for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && isDeclaration(entry.name) === removesDeclarations) rmSync(join(entry.parentPath, entry.name));
  }
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
}
