// Removes build output before tsup starts: `clean: true` in one of two tsup configs races with the other.
import { rmSync } from 'node:fs';

for (const folder of process.argv.slice(2)) rmSync(folder, { recursive: true, force: true });
